"""What `pnp` can do: one command a module, called `command` there."""
