"""`python -m pnp.cli`, the same as `pnp`."""

from pnp.cli import program

program()
