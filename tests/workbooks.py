"""Workbooks as spreadsheets write them, made by hand: XLSX and ODS files with a few cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TypeAlias
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZipFile

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKED = "http://schemas.openxmlformats.org/package/2006"
RELATED = f"{PACKED}/relationships"
LINKED = "application/vnd.openxmlformats-package.relationships+xml"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"
STYLES = {"date": 14, "moment": 22, "time": 21, "percent": 9, "hours": 46}  # Excel's own numbers of formats


@dataclass(frozen=True)
class Failed:
    """A formula that failed, and what the spreadsheet shows."""

    shown: str


@dataclass(frozen=True)
class Shown:
    """A number in one of the formats of STYLES, as XLSX keeps it; `iso` is the same for ODS."""

    value: float
    style: str
    iso: str = ""


@dataclass(frozen=True)
class Raw:
    """A cell as XML."""

    xml: str


Cell: TypeAlias = str | int | float | bool | Failed | Shown | Raw | None
Sheets: TypeAlias = Mapping[str, Sequence[Sequence[Cell]]]


def _packed(parts: Mapping[str, str]) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w") as packed:
        for name, text in parts.items():
            packed.writestr(name, text)
    return file.getvalue()


def _address(row: int, column: int) -> str:
    high, low = divmod(column, 26)
    return f"{chr(64 + high) if high else ''}{chr(65 + low)}{row + 1}"


def _xlsx_cell(cell: Cell, at: str) -> str:  # noqa: PLR0911 (one for each kind of cell)
    match cell:
        case None:
            return ""
        case Raw():
            return cell.xml.replace("@", at)
        case bool():
            return f'<c r="{at}" t="b"><v>{int(cell)}</v></c>'
        case Failed():
            return f'<c r="{at}" t="e"><f>A1</f><v>{cell.shown}</v></c>'
        case Shown():
            return f'<c r="{at}" s="{list(STYLES).index(cell.style) + 1}"><v>{cell.value}</v></c>'
        case str():
            return f'<c r="{at}" t="inlineStr"><is><t xml:space="preserve">{escape(cell)}</t></is></c>'
        case _:
            return f'<c r="{at}"><v>{cell}</v></c>'


def xlsx(sheets: Sheets, hidden: Sequence[str] = ()) -> bytes:
    """Return an XLSX file with these sheets; None is no cell at all."""
    numbers = {name: number for number, name in enumerate(sheets, 1)}
    names, links, kinds, parts = "", "", "", {}
    for name, number in numbers.items():
        state = ' state="hidden"' if name in hidden else ""
        names += f'<sheet name={quoteattr(name)} sheetId="{number}" r:id="r{number}"{state}/>'
        links += f'<Relationship Id="r{number}" Type="{LINKS}/worksheet" Target="worksheets/s{number}.xml"/>'
        kinds += f'<Override PartName="/xl/worksheets/s{number}.xml" ContentType="{TYPE}.worksheet+xml"/>'
        rows = ""
        for row, cells in enumerate(sheets[name]):
            inside = "".join(_xlsx_cell(cell, _address(row, column)) for column, cell in enumerate(cells))
            rows += f'<row r="{row + 1}">{inside}</row>' if inside else ""
        parts[f"xl/worksheets/s{number}.xml"] = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    styles = "".join(f'<xf numFmtId="{number}"/>' for number in (0, *STYLES.values()))
    xml = '<Default Extension="xml" ContentType="application/xml"/>'
    rels = f'<Default Extension="rels" ContentType="{LINKED}"/>'
    book = f'<Override PartName="/xl/workbook.xml" ContentType="{TYPE}.sheet.main+xml"/>'
    root = f'<Relationship Id="r" Type="{LINKS}/officeDocument" Target="xl/workbook.xml"/>'
    look = f'<Relationship Id="s" Type="{LINKS}/styles" Target="styles.xml"/>'
    return _packed(
        {
            "[Content_Types].xml": f'<Types xmlns="{PACKED}/content-types">{rels}{xml}{book}{kinds}</Types>',
            "_rels/.rels": f'<Relationships xmlns="{RELATED}">{root}</Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets>{names}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{RELATED}">{links}{look}</Relationships>',
            "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><cellXfs>{styles}</cellXfs></styleSheet>',
            **parts,
        }
    )


def _ods_cell(cell: Cell) -> str:  # noqa: PLR0911 (one for each kind of cell)
    def made(kind: str, given: str, inside: str = "") -> str:
        return f'<table:table-cell office:value-type="{kind}" {given}>{inside}</table:table-cell>'

    match cell:
        case None | "":
            return "<table:table-cell/>"
        case Raw():
            return cell.xml
        case bool():
            return made("boolean", f'office:boolean-value="{str(cell).lower()}"')
        case Failed():
            text = f"<text:p>{cell.shown}</text:p>"
            return made("string", 'office:string-value="" calcext:value-type="error" table:formula="of:=[.A1]"', text)
        case Shown(style="percent"):
            return made("percentage", f'office:value="{cell.value}"')
        case Shown(style="date" | "moment"):
            return made("date", f'office:date-value="{cell.iso}"')
        case Shown():
            return made("time", f'office:time-value="{cell.iso}"')
        case str():
            lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in cell.split("\n"))
            return made("string", "", lines)
        case _:
            return made("float", f'office:value="{cell}"')


def ods(sheets: Sheets) -> bytes:
    """Return an ODS file with these sheets; rows without a cell are written once, with their number."""
    body = ""
    for name, rows in sheets.items():
        body += f"<table:table table:name={quoteattr(name)}>"
        blank = 0
        for cells in rows:
            if not cells:
                blank += 1
                continue
            if blank:
                body += f'<table:table-row table:number-rows-repeated="{blank}"><table:table-cell/></table:table-row>'
                blank = 0
            body += f"<table:table-row>{''.join(map(_ods_cell, cells))}</table:table-row>"
        body += "</table:table>"
    words = {key: f"{OASIS}:{key}:1.0" for key in ("office", "table", "text")}
    spaces = " ".join(f'xmlns:{key}="{name}"' for key, name in words.items())
    spaces += ' xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
    inside = f"<office:body><office:spreadsheet>{body}</office:spreadsheet></office:body>"
    return _packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f'<m:manifest xmlns:m="{OASIS}:manifest:1.0"/>',
            "content.xml": f"<office:document-content {spaces}>{inside}</office:document-content>",
        }
    )
