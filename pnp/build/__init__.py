"""From a template folder to finished files: the one module that knows every stage of the press.

Everything that can be wrong with the author's files is found before the first byte is written; files are then written
under a temporary name and moved into place. The tracker asks here for the same pages and faces that are printed.
"""

from __future__ import annotations

from pnp.build.faces import Form, face_page, field_alone, previews
from pnp.build.order import Ink, Job, Order, language, pieces
from pnp.build.planning import plan
from pnp.build.writing import pdf, put, write
from pnp.layout.geometry import Flip, How

__all__ = [
    "Flip",
    "Form",
    "How",
    "Ink",
    "Job",
    "Order",
    "face_page",
    "field_alone",
    "language",
    "pdf",
    "pieces",
    "plan",
    "previews",
    "put",
    "write",
]
