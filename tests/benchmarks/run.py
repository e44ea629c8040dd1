"""How fast, small and large: every measure of the press and the tracker, each beside what it is measured against.

    python tests/benchmarks/run.py [--quick] [--only NAME]... [--cards N,N] [--pairs N] [--write] [--strict]
    python tests/benchmarks/run.py --peers [--write]

Ratios are the claim: the programs of a pair run in turn on the same machine, so its pace falls out. Every measure that
is written with --write replaces its own part of README.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

import decks
import games
import machine
import peers
import phones
import reload
import report

MEASURES: dict[str, Callable[[argparse.Namespace], report.Section]] = {
    "start": lambda o: games.start(o.pairs or (7 if o.quick else 21)),
    "decks": lambda o: decks.cold(o.cards, o.pairs or (3 if o.quick else 9), o.pairs or (1 if o.quick else 5)),
    "warm": lambda o: decks.warm(1_000, o.pairs or (3 if o.quick else 7)),
    "games": lambda o: games.build(o.pairs or (2 if o.quick else 5)),
    "check": lambda o: games.check(o.pairs or (2 if o.quick else 5)),
    "reload": lambda o: reload.measure(o.pairs or (3 if o.quick else 7)),
    "tracker": lambda o: phones.measure(160 if o.quick else 800),
}


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer rounds: a look, not a result")
    parser.add_argument("--only", action="append", choices=[*MEASURES], help="this measure (may be given again)")
    parser.add_argument("--cards", type=_counts, default=decks.COUNTS, help="the sizes of deck, as 62,1000")
    parser.add_argument("--pairs", type=int, help="rounds of every measure")
    parser.add_argument("--write", action="store_true", help="put the results into README.md")
    parser.add_argument("--strict", action="store_true", help="exit with 1 where something wanted is not met")
    parser.add_argument("--peers", action="store_true", help="time protograf and decksmith instead, once each")
    parser.add_argument("--python", default="", help="Python 3.13 or newer for the peers")
    options = parser.parse_args()
    if options.write and (options.quick or options.cards != decks.COUNTS) and not options.peers:
        parser.error("--write keeps whole results only: not with --quick or --cards")
    return options


def _counts(text: str) -> tuple[int, ...]:
    return tuple(int(part.replace("_", "")) for part in text.split(","))


def main() -> int:
    """Run what was asked for; return the exit status."""
    options = asked()
    about = machine.described()
    print(about, flush=True)
    measures = {"peers": lambda o: peers.measure(o.cards, o.python)} if options.peers else MEASURES
    missed = False
    for name, measure in measures.items():
        if options.only and name not in options.only:
            continue
        print(f"\n{name}\n", flush=True)
        section = measure(options)
        print(report.plain(section), flush=True)
        missed = missed or not all(each.met for each in section.wanted)
        if options.write:
            report.write(name, report.markdown(section))
            report.write("machine", about)
    return 1 if missed and options.strict else 0


if __name__ == "__main__":
    sys.exit(main())
