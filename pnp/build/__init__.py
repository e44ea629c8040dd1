"""From a template folder to finished files: the one module that knows every stage of the press.

Everything that can be wrong with the author's files is found before the first byte is written; files are then written
under a temporary name and moved into place. The tracker asks here for the same pages and faces that are printed.

What is named here is loaded when it is first asked for: a build that nothing has changed for asks for next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.build.older import older

if TYPE_CHECKING:
    from pnp.build.faces import Form, face_page, field_alone, previews
    from pnp.build.gatherings import Keeping
    from pnp.build.heeded import in_vain
    from pnp.build.order import Ink, Job, Order, language, pieces
    from pnp.build.planning import plan
    from pnp.build.presses import Batches, Furniture, Printed, printed
    from pnp.build.writing import pdf, put, write
    from pnp.layout.cutting import Cutting
    from pnp.layout.geometry import Flip, How
else:
    PLACES = {
        "pnp.build.faces": ("Form", "face_page", "field_alone", "previews"),
        "pnp.build.gatherings": ("Keeping",),
        "pnp.build.heeded": ("in_vain",),
        "pnp.build.order": ("Ink", "Job", "Order", "language", "pieces"),
        "pnp.build.planning": ("plan",),
        "pnp.build.presses": ("Batches", "Furniture", "Printed", "printed"),
        "pnp.build.writing": ("pdf", "put", "write"),
        "pnp.layout.cutting": ("Cutting",),
        "pnp.layout.geometry": ("Flip", "How"),
    }

    def __getattr__(name):
        from importlib import import_module

        for place, held in PLACES.items():
            if name in held:
                found = globals()[name] = getattr(import_module(place), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Batches",
    "Cutting",
    "Flip",
    "Form",
    "Furniture",
    "How",
    "Ink",
    "Job",
    "Keeping",
    "Order",
    "Printed",
    "face_page",
    "field_alone",
    "in_vain",
    "language",
    "older",
    "pdf",
    "pieces",
    "plan",
    "previews",
    "printed",
    "put",
    "write",
]
