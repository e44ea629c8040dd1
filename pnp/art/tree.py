"""An SVG file as a tree of elements with line numbers. Knows XML, not what the elements mean.

Built on expat directly: it tells the line of every element, and a DOCTYPE with entities (and the files and endless
texts that they can pull in) is refused before anything of it is read, and so is every script.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.parsers import expat

from pnp.art.problem import ArtProblem
from pnp.values import dataclass, field

SVG = "http://www.w3.org/2000/svg"
WORDS = "#words"
"""The tag of what stands between the elements of a text."""
_WORDY = frozenset(("text", "tspan"))
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
        return iter([child for child in self.children if child.tag != WORDS])

    def get(self, name: str, default: str | None = None) -> str | None:
        return self.attrib.get(name, default)

    def everything(self) -> Iterator[Node]:
        """Yield the element and all below it in the order of the file."""
        yield self
        for child in self.children:
            yield from child.everything()


def _refuse_scripts(node: Node) -> None:
    """Refuse what a picture could do by itself, wherever it stands in the file."""
    if node.tag == "script":
        raise ArtProblem("<script> is not supported", "art for paper stands still; delete the script", node.line)
    for name, value in node.attrib.items():
        if name.startswith("on") and name.isalpha():
            raise ArtProblem(f"<{node.tag}>: {name} runs a script", "delete the attribute", node.line)
        if name in ("href", _XLINK_HREF) and value.strip().lower().startswith("javascript:"):
            raise ArtProblem(f"<{node.tag}>: a link runs a script", "delete the link", node.line)


class _Builder:
    """Makes the tree while expat reads; `stack` is the way from the top to where it is."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate(namespace_separator="}")
        self.parser.buffer_text = True
        self.top = Node("", {}, 0)
        self.stack = [self.top]
        self.parser.StartElementHandler, self.parser.EndElementHandler = self.start, self.end
        self.parser.CharacterDataHandler, self.parser.StartDoctypeDeclHandler = self.words, self.doctype
        self.parser.ProcessingInstructionHandler = self.instruction

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition("}")
        node = Node(local if space in ("", SVG) else "", attributes, self.parser.CurrentLineNumber)
        if node.tag:
            _refuse_scripts(node)
        if _XLINK_HREF in attributes:
            attributes.setdefault("href", attributes.pop(_XLINK_HREF))
        if len(self.stack) > 200:
            raise ArtProblem("elements stand inside each other more than 200 deep", line=node.line)
        self.stack[-1].children.append(node)
        self.stack.append(node)

    def end(self, _: str) -> None:
        self.stack.pop()

    def words(self, text: str) -> None:
        inside = self.stack[-1]
        if inside.tag == "style":
            inside.text += text
        elif inside.tag in _WORDY:  # words between the parts of a text are parts as well
            inside.children.append(Node(WORDS, {}, self.parser.CurrentLineNumber, text=text))

    def doctype(self, _name: str, _system: str | None, _public: str | None, inner: bool) -> None:
        if inner:  # without a part in [ ], a DOCTYPE only says which kind of file this is
            raise ArtProblem("a DOCTYPE is not read", "delete the <!DOCTYPE …> part", self.parser.CurrentLineNumber)

    def instruction(self, target: str, _: str) -> None:
        if target == "xml-stylesheet":
            hint = "write its rules into a <style> element"
            raise ArtProblem("a stylesheet of another file is not read", hint, self.parser.CurrentLineNumber)


def parse(data: bytes) -> Node:
    """Return the root element; raises ArtProblem for what is not well-formed, has entities or scripts or is not SVG."""
    builder = _Builder()
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ArtProblem(f"is not well-formed: {expat.ErrorString(error.code)}", line=error.lineno) from None
    except (LookupError, ValueError):
        raise ArtProblem("is in an unknown encoding", "save it as UTF-8") from None
    root = builder.top.children[0]
    if root.tag != "svg":
        raise ArtProblem("is not an SVG picture: its outermost element is not <svg>", line=root.line)
    return root
