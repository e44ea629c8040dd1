"""Cards on a phone through a test client: what may be seen and what not, one tap once, undo, and the printed faces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pnp import build
from pnp.data.paper import Paper
from tests import shipped
from tests.test_deck import wherever
from tracker import create_app, deck, play

GAMES = shipped.BY_SLUG
FRONT = re.compile(r"/cards/[\w-]+/([\w-]+)/(\d+)-front\.svg")
SLUGS = [slug for slug, game in GAMES.items() if game.piles]


def highest(n: int) -> int:
    return n - 1


def lowest(n: int) -> int:
    return 0


class Phone:
    """A browser at the table: gets pages, and sends the form round a button as it stands."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()
        self.text = ""
        self.path = ""

    def get(self, path: str) -> TestResponse:
        answer = self.client.get(path, follow_redirects=True)
        self.text, self.path = answer.text, answer.request.path
        return answer

    def form(self, name: str, value: str, near: str = "") -> tuple[str, dict[str, str]]:
        """Return where the form with this button goes and what it sends."""
        for action, inner in re.findall(r'<form method="post" action="([^"]+)"[^>]*>(.*?)</form>', self.text, re.S):
            if re.search(rf'<button[^>]*name="{name}" value="{value}"', inner) and near in inner:
                hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', inner)
                return action, {**{key: unescape(text) for key, text in hidden}, name: value}
        raise AssertionError(f"there is no button {name}={value}")

    def send(self, action: str, form: dict[str, str]) -> TestResponse:
        origin = {"Origin": "http://localhost"}
        answer = self.client.post(action, data=form, headers=origin, follow_redirects=True)
        self.text, self.path = answer.text, answer.request.path
        return answer

    def tap(self, name: str, value: str, near: str = "") -> TestResponse:
        answer = self.send(*self.form(name, value, near))
        assert answer.status_code == 200
        return answer

    @property
    def said(self) -> str:
        found = re.search(r'role="status" id="said">(.*?)</p>', self.text, re.S)
        assert found
        return unescape(found[1].strip())

    @property
    def faces(self) -> list[tuple[str, int]]:
        return [(name, int(number)) for name, number in FRONT.findall(self.text)]


def site(below: Callable[[int], int] = highest) -> Flask:
    made = create_app({"GAMES": tuple(GAMES.values()), "BELOW": below})
    made.extensions["once"] = shipped.kept()
    return made


@pytest.fixture
def phone() -> Phone:
    return Phone(site())


def events(phone: Phone) -> tuple[play.Event, ...]:
    store = phone.client.application.extensions["store"]
    return tuple(event for row in store.tables() for event in store.events(row.code))


def heaps(phone: Phone, slug: str) -> dict[str, deck.Heap]:
    decks = play.fold(events(phone)).decks.values()
    done = sorted((event for found in decks for event in found), key=lambda event: event.seq)
    return deck.fold(GAMES[slug].piles, [event.data for event in done])


def test_looking_at_cards_begins_nothing_and_one_tap_draws(phone: Phone) -> None:
    phone.get("/cards/viva-pamplona")
    assert (phone.faces, events(phone)) == ([], ())
    assert phone.said == "22 cards, not shuffled yet. The first tap shuffles them."
    phone.tap("do", "draw")
    assert [event.kind for event in events(phone)] == ["start", "deck"]
    assert re.fullmatch(r"/t/\w{5}/cards", phone.path)
    assert len(phone.faces) == 1
    there = phone.path
    phone.get("/cards/viva-pamplona")
    assert phone.path == there


def test_a_charge_that_comes_first_is_put_back_and_the_rule_is_a_tap_away(phone: Phone) -> None:
    phone.get("/cards/viva-pamplona")
    phone.tap("do", "draw")  # the source leaves the order as it is: the six charges lie on top
    assert phone.said.startswith("Torro charges! came first: put back and shuffled in. Drawn: Torro runs. ")
    assert 'href="/rules/viva-pamplona?' in phone.text or 'href="/rules/viva-pamplona#first-card"' in phone.text
    heap = heaps(phone, "viva-pamplona")["torro-cards"]
    assert heap.shown != 1
    assert Counter(wherever(heap)) == Counter(GAMES["viva-pamplona"].piles[0].cards)
    for _ in range(21):
        phone.tap("do", "draw")
    assert "came first" not in phone.said
    assert Counter(number for _, number in phone.faces)[1] == 6


def test_reload_draws_nothing_and_a_double_tap_draws_once(phone: Phone) -> None:
    phone.get("/cards/viva-pamplona")
    first = phone.form("do", "draw")
    phone.send(*first)
    phone.send(*first)
    assert [event.kind for event in events(phone)] == ["start", "deck"]
    again = phone.form("do", "draw")
    for _ in range(3):
        phone.send(*again)
    before = phone.faces
    for _ in range(3):
        phone.get(phone.path)
    assert phone.faces == before
    assert len(events(phone)) == 3


def test_undo_puts_the_card_back_and_redo_draws_the_same(phone: Phone) -> None:
    phone.get("/cards/viva-pamplona")
    phone.tap("do", "draw")
    phone.tap("do", "draw")
    before, shown = heaps(phone, "viva-pamplona"), phone.faces
    undo = re.search(r'name="undo" value="([\w-]+)"', phone.text)
    assert undo
    assert "Undo: Torro cards: draw" in phone.text
    phone.tap("undo", undo[1])
    assert len(heaps(phone, "viva-pamplona")["torro-cards"].order) == 21
    assert phone.faces == shown[1:]
    phone.tap("redo", undo[1])
    assert (heaps(phone, "viva-pamplona"), phone.faces) == (before, shown)


def test_discard_put_back_and_shuffle_do_what_they_say(phone: Phone) -> None:
    phone.get("/cards/viva-pamplona")
    phone.tap("do", "draw")
    card = phone.faces
    phone.tap("do", "discard")
    assert (phone.said, phone.faces) == ("Discarded.", card)
    phone.tap("do", "back")
    assert (phone.said, phone.faces) == ("Put back on top of the pile.", [])
    phone.tap("do", "draw")
    assert phone.faces == card
    phone.tap("do", "shuffle")
    assert (phone.said, phone.faces) == ("All 22 cards shuffled.", [])
    undo = re.search(r'name="undo" value="([\w-]+)"', phone.text)
    assert undo
    phone.tap("undo", undo[1])
    assert phone.faces == card


def test_a_hand_is_in_the_page_only_after_the_tap_that_reveals_it(phone: Phone) -> None:
    phone.get("/cards/pamplona")
    phone.tap("players", "4")
    assert phone.said == "Shuffled and dealt: 10 cards for each of 4."
    assert phone.faces == []
    answer = phone.tap("hand", "2")
    assert answer.headers["Cache-Control"] == "no-store"
    held = heaps(phone, "pamplona")
    own = [(pile, card) for pile in ("bull-cards", "ox-cards") for card in held[pile].hands[2]]
    assert (phone.faces, len(own)) == (own, 10)
    count = len(events(phone))
    phone.get(phone.path)
    assert (phone.faces, len(events(phone))) == ([], count)
    phone.get(f"{phone.path}?hand=2&open=1")
    assert phone.faces == []


def test_a_card_played_from_a_hand_is_seen_by_all_and_the_hand_closes(phone: Phone) -> None:
    phone.get("/cards/pamplona")
    phone.tap("players", "2")
    phone.tap("hand", "1")
    (name, card), *_ = phone.faces
    phone.tap("card", str(card))
    assert phone.faces == [(name, card)]
    assert re.fullmatch(r"Player 2 played: Bull cards, \w+ squares\.", phone.said)
    assert len(heaps(phone, "pamplona")["bull-cards"].hands[1]) == 4
    other = Phone(phone.client.application)
    other.get(phone.path)
    assert other.faces == [(name, card)]


def test_the_draw_pile_has_only_its_own_cards_and_drawing_goes_to_the_open_hand(phone: Phone) -> None:
    deck_of, pile = GAMES["bulp"].decks[0], GAMES["bulp"].piles[0]
    backs = {deck_of.cards[card - 1].row.cells["back"] for card in pile.cards}
    assert (len(pile.cards), backs) == (80, {"back-pipes"})
    phone.get("/cards/bulp")
    phone.tap("players", "3")
    phone.tap("hand", "0")
    assert len(phone.faces) == 6
    drawing = phone.form("do", "draw")
    for _ in range(2):
        phone.send(*drawing)
        assert len(phone.faces) == 7
    phone.get(phone.path)
    assert (phone.said, phone.faces) == ("Player 1 took a card.", [])
    assert len(heaps(phone, "bulp")["pipes"].order) == 80 - 18 - 1


def test_drawing_past_a_hand_is_not_done(phone: Phone) -> None:
    phone.get("/cards/bulp")
    phone.tap("players", "2")
    action, form = phone.form("players", "2")
    count = len(events(phone))
    wrong = ({"do": "draw"}, {"do": "draw", "hand": "5"}, {"do": "discard", "hand": "0", "card": "1"}, {"do": "x"})
    for number, each in enumerate(wrong):
        sent = {"_csrf": form["_csrf"], "event": f"wrong-{number}", "deck": "pipes", **each}
        assert phone.send(action, sent).status_code == 200
    assert len(events(phone)) == count


@pytest.mark.parametrize("slug", SLUGS)
def test_no_answer_tells_where_the_other_cards_are(slug: str) -> None:
    phone = Phone(site(lowest))
    phone.get(f"/cards/{slug}")
    phone.tap(*(("do", "draw") if GAMES[slug].piles[0].draw == "open" else ("players", "2")))
    here = phone.path
    for _ in range(3):
        up = {(pile.deck, card) for pile in GAMES[slug].piles for card in heaps(phone, slug)[pile.id].face_up}
        for place in ("", *(f"?place={pile.id}" for pile in GAMES[slug].piles)):
            phone.get(here + place)
            assert set(phone.faces) <= up
            assert "orders" not in phone.text
        state = phone.client.get(here.replace("/cards", "/state"))
        assert state.status_code == 200
        assert "orders" not in state.text
        assert "deck" not in state.text
        phone.get(here)
        if GAMES[slug].piles[0].draw == "open":
            phone.tap("do", "draw")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("slug", SLUGS)
def test_a_face_is_what_the_press_draws(slug: str, lang: str) -> None:
    client = site().test_client()
    decks = tuple(found.id for found in GAMES[slug].decks)
    order = build.Order(Paper("a4", 210, 297, 5), lang, pieces=decks)
    for path, svg in build.previews(GAMES[slug], order, "svg"):
        name, number, side = path.stem.rsplit("-", 2)
        answer = client.get(f"/cards/{slug}/{name}/{int(number)}-{side}.svg?lang={lang}")
        assert (answer.data, answer.mimetype) == (svg, "image/svg+xml")


def test_a_face_is_kept_under_its_own_version_only(phone: Phone) -> None:
    phone.get("/cards/viva-pamplona")
    phone.tap("do", "draw")
    (address,) = re.findall(r'src="(/cards/[^"]+-front\.svg[^"]*)"', phone.text)
    kept = phone.client.get(unescape(address))
    assert "immutable" in kept.headers["Cache-Control"]
    assert phone.client.get(unescape(address) + "0").headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["torro-cards/99-front", "torro-cards/0-front", "nothing/1-front", "board/1-front", "torro-cards/1-side"]
)
def test_there_is_no_other_face(phone: Phone, path: str) -> None:
    assert phone.client.get(f"/cards/viva-pamplona/{path}.svg").status_code == 404


def test_a_game_without_decks_has_no_cards(phone: Phone) -> None:
    assert phone.get("/cards/raging-bulls").status_code == 404
    assert phone.get("/cards/nothing").status_code == 404
    assert phone.get("/t/AAAAA/cards").status_code == 404


def test_two_phones_that_draw_at_once_draw_two_cards(phone: Phone) -> None:
    phone.get("/cards/viva-pamplona")
    phone.tap("do", "shuffle")
    other = Phone(phone.client.application)
    other.get(phone.path)
    mine, theirs = phone.form("do", "draw"), other.form("do", "draw")
    phone.send(*mine)
    other.send(*theirs)
    assert len(heaps(phone, "viva-pamplona")["torro-cards"].face_up) == 2


BULLS = list(next(pile.cards for pile in GAMES["pamplona"].piles if pile.id == "bull-cards"))
STRANGE: tuple[dict[str, object], ...] = (
    {"deck": "bull-cards", "do": "reveal", "hand": 1},
    {"deck": "bull-cards", "do": "shuffle", "hand": 1, "orders": {"bull-cards": [1]}},
    {"deck": "bull-cards", "do": "deal", "hand": 0, "players": 9, "orders": {"bull-cards": BULLS}},
    {"deck": "special-cards", "do": "draw", "passed": 99, "orders": {"special-cards": [8, 7, 6, 5, 4, 3, 2, 1]}},
    {"deck": "nothing", "do": "draw"},
)


@pytest.mark.parametrize("data", STRANGE, ids=lambda data: f"{data['deck']} {data['do']}")
def test_an_event_from_a_strange_file_breaks_no_page(phone: Phone, data: dict[str, object]) -> None:
    phone.get("/cards/pamplona")
    phone.tap("players", "2")
    (row,) = phone.client.application.extensions["store"].tables()
    event = play.Event(0, "strange", "", "deck", data, "")  # type: ignore[arg-type]
    phone.client.application.extensions["store"].append(row.code, event)
    for pile in GAMES["pamplona"].piles:
        assert phone.get(f"/t/{row.code}/cards?place={pile.id}").status_code == 200
    assert phone.get(f"/t/{row.code}/cards").status_code == 200


@pytest.mark.parametrize("slug", SLUGS)
def test_the_files_of_an_open_table_tell_no_card_and_the_page_says_so(slug: str) -> None:
    phone = Phone(site(lowest))
    phone.get(f"/cards/{slug}")
    phone.tap(*(("do", "draw") if GAMES[slug].piles[0].draw == "open" else ("players", "2")))
    sheet = phone.path.removesuffix("/cards")
    phone.get(sheet)
    assert "Until the game is finished, the JSON file holds no cards" in phone.text
    for kind in ("json", "csv", "txt"):
        told = phone.client.get(f"{sheet}/export.{kind}")
        assert told.status_code == 200
        assert "orders" not in told.text
