"""What broke in a rules module, told to its author in one line: the module's file and line, and the error in words.

Looks at tracebacks and at what `score` returned. Knows no game, no page and no command.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import EntryPoint, entry_points
from traceback import walk_tb
from typing import Any

from pnp.data.words import Words
from pnp.errors import DataError, Problem
from pnp.near import listed, meant
from tracker.scoring import Line, NoField, Score

GROUP = "bullpen.games"


class Broken(DataError):  # noqa: N818 (what the module is)
    """A rules module that cannot be imported, or whose scores are none."""


def told(error: BaseException) -> Problem | None:
    """Return what is wrong with a rules module, None when the error came from elsewhere."""
    if isinstance(error, Broken):
        return error.problems[0]
    if isinstance(error, SyntaxError):
        return Problem(error.filename or "", error.lineno or 0, "", error.msg)
    own = [entry.module for entry in entry_points(group=GROUP)]
    frames = [
        (frame, line)
        for frame, line in walk_tb(error.__traceback__)
        if _is_rules(str(frame.f_globals.get("__name__", "")), own)
    ]
    if not frames:
        return None
    frame, line = frames[-1]
    code = frame.f_code
    where = "" if code.co_name.startswith("<") else code.co_name
    if isinstance(error, NoField):
        key, known = error.args
        message = f'"{key}" is not a score field here; the fields are {listed(known)}'
        return Problem(code.co_filename, line, where, message, meant(key, known))
    hint = meant(error.name or "", (*frame.f_locals, *frame.f_globals)) if isinstance(error, NameError) else ""
    return Problem(code.co_filename, line, where, _words(error), hint)


def unread(entry: EntryPoint, error: Exception) -> Broken:
    """Return what is wrong with a module that could not be imported."""
    place, hint = f'{GROUP}: {entry.name} = "{entry.value}"', "after a change of pyproject.toml install it again"
    return Broken([told(error) or Problem(place, 0, "", _words(error), hint)])


def checked(function: Any, returned: object, names: Sequence[str], measures: Sequence[str]) -> tuple[Score, ...]:
    """Return the scores that the `score` of a module returned. Raises Broken when they cannot be shown or ranked."""
    try:
        scores: tuple[Any, ...] = tuple(returned)  # type: ignore[arg-type]
    except TypeError:
        if isinstance(returned, Iterable):  # a generator in which something broke
            raise
        scores = (returned,)
    if message := next(_misfits(scores, names, measures), ""):
        raise Broken([Problem(*written(function), "score", message)])
    return scores


def written(function: Any) -> tuple[str, int]:
    """Return the file and the line where a function begins."""
    return function.__code__.co_filename, function.__code__.co_firstlineno


def _misfits(scores: Sequence[object], names: Sequence[str], measures: Sequence[str]) -> Iterator[str]:
    """Yield what the tracker could not show or rank."""
    for each in scores:
        if not isinstance(each, Score):
            yield f"found {type(each).__name__} in what it returns; expected a Score for each seat"
            return
        for line in each.lines:
            yield from _misfit(line)
        for measure in measures:
            if measure != "total" and measure not in each.measures:
                given = listed(each.measures) or "none"
                yield f'found no measure "{measure}", by which [[score.ranking]] goes; it gives {given}'
    if [each.name for each in scores if isinstance(each, Score)] != list(names):
        yield f"found {len(scores)} scores; expected one for each seat, in their order and with their names"


def _misfit(line: object) -> Iterator[str]:
    if not isinstance(line, Line):
        yield f"found {type(line).__name__} among the lines; expected a Line"
        return
    for key, kind in (("label", Words), ("sum", Words), ("points", int), ("rule", str)):
        if not isinstance(value := getattr(line, key), kind):
            yield f"found {type(value).__name__} for {key} of a Line; expected {kind.__name__}"


def _is_rules(name: str, own: Sequence[str]) -> bool:
    return name.startswith("tracker.games.") or any(name == each or name.startswith(f"{each}.") for each in own)


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")
