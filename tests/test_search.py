"""Finding and marking words without regard to case and accents, and without breaking the HTML around them."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tracker import search


def test_words_are_found_in_any_case_and_with_any_accent() -> None:
    assert search.matches("L’ÉCHELLE des gradins", search.terms("echelle GRADIN"))
    assert not search.matches("L’échelle", search.terms("échelle gradin"))


def test_words_of_one_letter_count_only_alone() -> None:
    assert search.terms("a mallet") == ("mallet",)
    assert search.terms("a") == ("a",)
    assert search.terms("  ") == ()


def test_marks_go_around_words_and_never_into_tags_or_entities() -> None:
    html = '<p class="amp">Échelle &amp; <a href="#p">p</a></p>'
    assert search.marked(html, search.terms("echelle")) == html.replace("Échelle", "<mark>Échelle</mark>")
    assert search.marked(html, ("amp",)) == html
    assert search.marked(html, ()) == html


def test_signs_in_a_query_are_only_signs() -> None:
    assert search.marked("3 (of 4) .*", search.terms("(of .*")) == "3 <mark>(of</mark> 4) <mark>.*</mark>"


@given(st.text(max_size=40))
def test_folding_keeps_every_letter_in_its_place(text: str) -> None:
    assert len(search.folded(text)) == len(text)


@given(st.text(alphabet="abé <>&;/p", max_size=40), st.text(alphabet="abé", min_size=1, max_size=3))
def test_without_the_marks_a_text_is_what_it_was(html: str, query: str) -> None:
    assert re.sub("</?mark>", "", search.marked(html, search.terms(query))) == html
