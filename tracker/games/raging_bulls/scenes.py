"""Raging Bulls: what the page of a field shows and offers. Changes nothing; `play` does. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pnp.data.words import Words
from tracker.boards import Act, At, Point, Scene, Spot
from tracker.games.raging_bulls import drawing
from tracker.games.raging_bulls import field as geometry
from tracker.games.raging_bulls.drawing import BULLS
from tracker.games.raging_bulls.field import CROSSINGS, EDGE, POSTS, Crossing, Fence, Field, Gap
from tracker.games.raging_bulls.turn import (
    BOARDS,
    Stage,
    crossing,
    crossing_title,
    current,
    dashed,
    drawn,
    due,
    fence_title,
    fences_of,
    forbids,
    mallets,
    outcome,
    stage_of,
    still_open,
    written,
)
from tracker.games.raging_bulls.words import say


def scene(at: At, pick: str) -> Scene:
    """Return what a field shows; `pick` is the post, crossing or fence that was tapped last, "" for none."""
    field = drawn(at)
    stage = stage_of(at, field)
    fences = fences_of(at, field, stage)
    bull = next((each for each in field.bulls if written(each) == pick), None)
    alone, used = geometry.isolated(field), field.used()
    facts = (
        (say("fact_posts"), f"{len(used)}/{len(POSTS)}"),
        (say("fact_isolated"), f"{len(alone)}/{BULLS[BOARDS[at.place]]}"),
        (say("fact_mallets"), str(mallets(at.values))),
    )
    said = _said(at, field, stage, len(fences))
    marks, ringed = tuple[tuple[Point, Point], ...](), tuple[str, ...]()
    if bull:
        standing = geometry.standing(field, bull)
        key = "why_isolated" if standing.alone else "why_not"
        said = say(key, column=bull[0], row=bull[1], why=drawing.why(standing))
        marks = tuple(_marks(bull, standing.neighbour, standing.gap))
        ringed = tuple(written(each) for each in (bull, standing.neighbour) if each)
    elif pick in POSTS and fences:
        said = say("picked", post=pick, count=sum(pick in (each.a, each.b) for each in fences))
    elif stage in ("build", "copy") and len(ends := pick.split("-")) == 2 and {*ends} <= {*POSTS}:
        why = forbids(field, Fence.of(*ends), () if at.copying else at.roll)  # without script nobody else says it
        said = why.words if why else said
    return Scene(
        said=said,
        spots=(*_crossings(field, stage, alone, pick), *_posts(fences, stage, pick)),
        lines=tuple((each.a, each.b) for each in field.fences),
        marks=marks,
        ringed=ringed,
        acts=tuple(_acts(at, field, stage, fences, pick)),
        facts=facts,
        ended=stage == "ended",
        stands=tuple(_stands(field, alone)),
    )


def _said(at: At, field: Field, stage: Stage, legal: int) -> Words:
    """Return in one sentence where a field stands and what comes next."""
    name, everyone = BOARDS[at.place], BULLS[BOARDS[at.place]]
    told = {"field": name, "bulls": len(field.bulls), "all": everyone, "alone": len(geometry.isolated(field))}
    if stage == "ended":
        return say(f"said_{outcome(at)}", **told)
    if need := due(at, field) if stage in ("copy", "complete", "reopen") else None:
        return say(f"said_{need}", **told)
    if stage == "copy" and geometry.complete(field):
        return say("said_completed", **told)
    if stage == "later":
        return say("said_later", field=name, first=BOARDS[current(at.values)])
    if stage == "build":
        rolled = ", ".join(map(str, at.roll))
        return say("said_build" if legal else "said_none", roll=rolled, count=legal)
    key = "said_tap" if stage == "place" and at.copying else f"said_{stage}"
    if stage == "roll" and field.fences:
        key, told["fence"] = "said_built", dashed(field.fences[-1])
    return say(key, **told)


def _bull(bull: Crossing, alone: tuple[Crossing, ...]) -> Words:
    return say("bull_alone" if bull in alone else "bull_open", column=bull[0], row=bull[1])


def _stands(field: Field, alone: tuple[Crossing, ...]) -> Iterator[tuple[Words, tuple[Words, ...]]]:
    """Tell what is drawn: the bulls, the fences in the order drawn, the posts in use; any other post is free."""
    used = field.used()
    yield say("stands_bulls"), tuple(_bull(each, alone) for each in field.bulls)
    yield say("stands_fences"), tuple(fence_title(each) for each in field.fences)
    yield say("stands_posts"), tuple(say("post_used", post=post, count=used[post]) for post in POSTS if post in used)


def _crossings(field: Field, stage: Stage, alone: tuple[Crossing, ...], pick: str) -> Iterator[Spot]:
    for each in field.bulls:
        place = written(each)
        yield Spot(place, "alone" if each in alone else "piece", _bull(each, alone), "" if pick == place else place)
    for each in CROSSINGS if stage == "place" else ():
        if each not in field.bulls:
            sign: Literal["picked", "free"] = "picked" if pick == written(each) else "free"
            yield Spot(written(each), sign, crossing_title(each), written(each), "bull")


def _posts(fences: tuple[Fence, ...], stage: Stage, pick: str) -> Iterator[Spot]:
    """Give the posts that can be tapped: each that a fence can have; with one picked those it can go to.

    Who copies may tap any other post, so that a fence that cannot be is told why.
    """
    ends = {post for each in fences for post in (each.a, each.b)}
    first = pick if pick in ends else ""
    sign: Literal["lit", "open"] = "open" if stage == "copy" else "lit"
    for post in POSTS:
        fence = Fence.of(first, post) if first else None
        title = say("post_open" if stage == "copy" else "post_lit", post=post)
        if post == first:
            yield Spot(post, "picked", say("post_picked", post=post), "", text=post[1:])
        elif fence and (fence in fences or stage == "copy"):
            yield Spot(post, sign, title, str(fence), "fence", post[1:])
        elif not first and post in ends:
            yield Spot(post, sign, title, post, text=post[1:])


def _acts(at: At, field: Field, stage: Stage, fences: tuple[Fence, ...], pick: str) -> Iterator[Act]:
    name, left = BOARDS[at.place], mallets(at.values)
    fence = next((each for each in fences if str(each) == pick), None)
    if fence:
        yield Act("fence", say("act_fence", fence=dashed(fence)), str(fence), True)
    free = [each for each in CROSSINGS if each not in field.bulls]
    if stage == "place" and pick in map(written, free):
        yield Act("bull", say("act_bull", crossing=crossing_title(crossing(pick))), pick, True)
    if stage == "place" and not at.copying:
        yield Act("place", say("act_place", count=BULLS[name] - len(field.bulls)), first=True)
    if stage == "roll":
        yield Act("roll", say("act_roll"), first=True)
    need = due(at, field) if stage in ("copy", "complete", "reopen") else None
    if need:
        yield Act(need, say(f"act_{need}", field=name), first=True)
    if stage == "roll" or (stage == "copy" and still_open(at, field)):
        yield Act("leave", say("act_leave", field=name))
    if stage == "build" or (stage == "copy" and still_open(at, field)):
        yield Act("pass", say("act_pass", left=left - 1) if left else say("act_cut"))
    if fences:
        yield Act("fence", say("list_fence"), options=tuple((str(each), fence_title(each)) for each in fences))
    if stage == "place":
        yield Act("bull", say("list_bull"), options=tuple((written(each), crossing_title(each)) for each in free))
    if at.copying and field.fences:
        there = tuple((str(each), fence_title(each)) for each in field.fences)
        yield Act("unfence", say("list_unfence"), options=there)
    if at.copying and field.bulls:
        options = tuple((written(each), crossing_title(each)) for each in field.bulls)
        yield Act("unbull", say("list_unbull"), options=options)


def _marks(bull: Crossing, neighbour: Crossing | None, gap: Gap | None) -> Iterator[tuple[Point, Point]]:
    if neighbour:
        yield bull, neighbour
    elif gap:
        side, low, high = gap
        across = 0 if side in "TL" else EDGE
        yield ((low, across), (high, across)) if side in "TB" else ((across, low), (across, high))
