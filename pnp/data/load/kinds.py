"""All kinds of slots that frames.toml knows, by the word in `kind`. Part of reading; knows no frame."""

from pnp.data.load import counted_slots, slots
from pnp.data.load.slots import SlotTable

_LAST = ("board", "boxes", "bands", "rules", "dice", "qr")  # kinds of sheets stand last where all are listed
KINDS: dict[str, type[SlotTable]] = {
    **{kind: table for kind, table in slots.KINDS.items() if kind not in _LAST},
    **counted_slots.KINDS,
    **{kind: table for kind, table in slots.KINDS.items() if kind in _LAST},
}
