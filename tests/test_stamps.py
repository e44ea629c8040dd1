"""A look at folders finds all that may have changed, and comes to an end whatever lies there."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build import stamps
from tests import small_folder


def maze(folder: Path) -> None:
    """Write eight folders with links to one another: there are more ways through them than anybody could go."""
    rooms = [folder / str(number) for number in range(8)]
    for room in rooms:
        room.mkdir(parents=True)
        for other in rooms:
            (room / f"to {other.name}").symlink_to(other)


def test_a_file_that_was_changed_just_before_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("new")
    found = stamps.folder_stamps([path])
    (stamp,) = found.values()
    known = {str(path): (stamp, "as it was")}
    now = max(stamp[1:3])
    assert stamps.sums(found, known, now + stamps.SHORTLY) == stamps.sums(found) != known
    assert stamps.sums(found, known, now + stamps.SHORTLY + 1) == known
    other = {str(path): ((*stamp[:3], 0), "of another file")}
    assert stamps.sums(found, other, now + 2 * stamps.SHORTLY) == stamps.sums(found)


def test_links_are_followed_and_say_where_they_lead(tmp_path: Path) -> None:
    for name in ("one/a.txt", "two/a.txt", "games/art/b.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("the same")
    link = tmp_path / "games/linked"

    def looked() -> list[tuple[str, str]]:
        found = stamps.sums(stamps.folder_stamps([tmp_path / "games"]))
        return sorted((path, total) for path, (_, total) in found.items())

    (tmp_path / "games/art/around").symlink_to(tmp_path / "games")
    found = []
    for target in ("one", "two", "none"):
        link.unlink(missing_ok=True)
        link.symlink_to(tmp_path / target)
        found.append(looked())
    assert len(set(map(tuple, found))) == 3
    link.unlink()
    link.symlink_to(tmp_path / "one")
    assert found[0] == looked()
    (tmp_path / "one/a.txt").write_text("another")
    assert found[0] != looked()


def test_some_files_can_be_left_out_by_name_or_by_path(tmp_path: Path) -> None:
    small_folder.write(tmp_path / "small")
    whole = stamps.folder_stamps([tmp_path / "small", tmp_path / "nothing"])
    assert whole[str(tmp_path / "nothing")] == stamps.NOWHERE
    less = stamps.folder_stamps([tmp_path / "small"], ("art", str(tmp_path / "small/cards.csv")))
    gone = {path.relative_to(tmp_path).as_posix() for path in map(Path, whole.keys() - less.keys())}
    assert gone == {"nothing", "small/art", "small/art/boat.svg", "small/cards.csv"}


def test_a_look_ends_where_there_is_too_much_to_look_at(tmp_path: Path) -> None:
    maze(tmp_path / "maze")
    with pytest.raises(stamps.TooMany):
        stamps.folder_stamps([tmp_path / "maze"])
    deep = tmp_path / "deep"
    for _ in range(40):
        deep = deep / "/".join("a" * 25)
        deep.mkdir(parents=True)
    try:
        with pytest.raises(stamps.TooMany):
            stamps.folder_stamps([tmp_path / "deep"])
    finally:
        while deep != tmp_path:  # too deep for whoever tidies up later
            deep.rmdir()
            deep = deep.parent
