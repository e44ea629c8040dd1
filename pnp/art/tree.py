"""An SVG file as a tree of elements with line numbers. Knows XML, not what the elements mean.

Built on expat directly: it tells the line of every element, and a DOCTYPE (with the files and endless texts that its
entities can pull in) is refused before anything of it is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from pnp.art.problem import ArtProblem

SVG = "http://www.w3.org/2000/svg"
_XLINK_HREF = "http://www.w3.org/1999/xlink}href"


@dataclass(slots=True, eq=False)
class Node:
    """One element. `tag` is the local name for SVG elements, "" for elements of other vocabularies (editors' notes).

    It can be walked and asked like an ElementTree element as far as matching CSS selectors needs it.
    """

    tag: str
    attrib: dict[str, str]
    line: int
    children: list[Node] = field(default_factory=list)
    text: str = ""

    def __iter__(self) -> Iterator[Node]:
        return iter(self.children)

    def get(self, name: str, default: str | None = None) -> str | None:
        return self.attrib.get(name, default)

    def everything(self) -> Iterator[Node]:
        """Yield the element and all below it in the order of the file."""
        yield self
        for child in self.children:
            yield from child.everything()


def parse(data: bytes) -> Node:
    """Return the root element; raises ArtProblem for what is not well-formed, has a DOCTYPE or is not SVG."""
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    top = Node("", {}, 0)
    stack = [top]

    def start(name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition("}")
        node = Node(local if space in ("", SVG) else "", attributes, parser.CurrentLineNumber)
        if _XLINK_HREF in attributes:
            attributes.setdefault("href", attributes.pop(_XLINK_HREF))
        if len(stack) > 200:
            raise ArtProblem("elements stand inside each other more than 200 deep", line=node.line)
        stack[-1].children.append(node)
        stack.append(node)

    def end(_: str) -> None:
        stack.pop()

    def words(text: str) -> None:
        if stack[-1].tag == "style":
            stack[-1].text += text

    def doctype(*_: object) -> None:
        raise ArtProblem("a DOCTYPE is not read", "delete the <!DOCTYPE …> part", parser.CurrentLineNumber)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = words, doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ArtProblem(f"is not well-formed: {expat.ErrorString(error.code)}", line=error.lineno) from None
    except (LookupError, ValueError):
        raise ArtProblem("is in an unknown encoding", "save it as UTF-8") from None
    root = top.children[0]
    if root.tag != "svg":
        raise ArtProblem("is not an SVG picture: its outermost element is not <svg>", line=root.line)
    return root
