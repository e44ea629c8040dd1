"""From a template folder to finished files: the one module that knows every stage of the press.

Everything that can be wrong with the author's files is found before the first byte is written; files are then written
under a temporary name and moved into place. The tracker asks here for the same pages and faces that are printed.
"""

from __future__ import annotations

from pnp.build.faces import Form, face_page, field_alone, previews
from pnp.build.heeded import in_vain
from pnp.build.older import older
from pnp.build.order import Ink, Job, Order, language, pieces
from pnp.build.planning import plan
from pnp.build.presses import Batches, Furniture, Printed, printed
from pnp.build.writing import pdf, put, write
from pnp.layout.cutting import Cutting
from pnp.layout.geometry import Flip, How

__all__ = [
    "Batches",
    "Cutting",
    "Flip",
    "Form",
    "Furniture",
    "How",
    "Ink",
    "Job",
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
