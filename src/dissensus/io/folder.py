"""A folder of text, Markdown, HTML and PDF files as documents, with what each says about itself."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import Any

from dissensus.errors import InputError, MissingExtraError
from dissensus.types import Document

from .dates import DateProblem, parse_published
from .document import is_weight
from .faults import RowError
from .streams import read_text
from .text import mend_text

SUFFIXES = (".txt", ".text", ".md", ".markdown", ".html", ".htm", ".pdf")
_FRONT = re.compile(r"\A---[ \t]*\r?\n(.*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_DATE_IN_NAME = re.compile(r"(?<!\d)(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)")
_MOST_BYTES = 64 * 2**20


def iter_folder(
    folder: str | os.PathLike[str], *, encoding: str = "utf-8", mtime: bool = False
) -> Iterator[Document | RowError]:
    """The documents of a folder and its subfolders, in the order of their paths.

    A document's id is its path relative to the folder, with forward slashes. Title, source and date come from YAML
    front matter (`title`, `source`, `date` or `published`), HTML meta tags or PDF metadata, else the date from the
    file's name (2024-03-31, 20240331). Hidden files, links that lead out and other kinds of file are passed over.

    Args:
        folder: Where to look.
        encoding: Of text files; a byte order mark wins.
        mtime: Use the file's own time where nothing else dates it.

    Raises:
        InputError: It is no folder, or holds no file that can be read.
        MissingExtraError: A file needs a reader that is not installed.
    """
    root = Path(folder)
    if not root.is_dir():
        raise InputError(f"{folder}: no such folder")
    paths = []
    for where, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        paths += [Path(where, name) for name in sorted(names) if not name.startswith(".")]
    inside = root.resolve()  # of a file not Path.resolve(), which a link to itself makes raise
    paths = [p for p in paths if p.name.lower().endswith(SUFFIXES) and Path(os.path.realpath(p)).is_relative_to(inside)]
    if not paths:
        raise InputError(f"{folder}: no file to read; expected {', '.join(SUFFIXES)}")
    for number, path in enumerate(paths, start=1):
        try:
            # A name that is no UTF-8 would make an id that cannot be written.
            doc_id = os.fsencode(path.relative_to(root).as_posix()).decode("utf-8", "backslashreplace")
            yield _document(path, doc_id, encoding, mtime)
        except (InputError, OSError) as problem:
            if isinstance(problem, MissingExtraError):
                raise
            said = problem.strerror if isinstance(problem, OSError) else str(problem)
            yield RowError(_shown(path), number, None, None, _shown(said), "mend or remove the file", unit="item")


def _shown(said: object) -> str:
    """For a message: a file's name may hold escape sequences."""
    return "".join(ch if ch.isprintable() else "\ufffd" for ch in str(said))


def _document(path: Path, doc_id: str, encoding: str, mtime: bool) -> Document:
    if path.stat().st_size > _MOST_BYTES:
        raise InputError(f"larger than {_MOST_BYTES // 2**20} MB")
    suffix = path.suffix.lower()
    if suffix == ".pdf":
        text, said = _pdf(path)
    else:
        text = read_text(path, encoding)
        text, said = _html(text) if suffix.startswith(".htm") else _front_matter(text)
    text, _ = mend_text(text)
    published = _day(said.get("published") or said.get("date")) or _day_in_name(path.name)
    if published is None and mtime:
        published = datetime.fromtimestamp(path.stat().st_mtime).date()
    known = {"title", "source", "published", "date", "weight"}
    return Document(
        doc_id=doc_id,
        text=text,
        title=_text(said.get("title")),
        source=_text(said.get("source")),
        published=published,
        weight=_weight(said.get("weight")),
        metadata={str(k): v for k, v in said.items() if k not in known},
    )


def _front_matter(text: str) -> tuple[str, Mapping[str, Any]]:
    found = _FRONT.match(text)
    if not found:
        return text, {}
    try:
        import yaml
    except ImportError as missing:
        raise MissingExtraError("PyYAML", "files", "reading front matter") from missing
    try:
        said = yaml.safe_load(found.group(1))
    except (yaml.YAMLError, ValueError, RecursionError) as problem:  # a day or number that is none, nesting without end
        raise InputError(f"the front matter is not valid YAML ({str(problem).splitlines()[0]})") from problem
    if not isinstance(said, dict):
        return text, {}
    return text[found.end() :], {str(k).lower(): v for k, v in said.items()}


def _html(text: str) -> tuple[str, Mapping[str, Any]]:
    """The visible text of a page, a block a line, and its meta tags."""
    try:
        from selectolax.lexbor import LexborHTMLParser
    except ImportError as missing:
        raise MissingExtraError("selectolax", "files", "reading HTML") from missing
    page = LexborHTMLParser(text)
    said: dict[str, Any] = {}
    if (title := page.css_first("title")) is not None:
        said["title"] = " ".join(title.text().split())
    wanted = {
        "article:published_time": "published", "date": "published", "dc.date": "published", "pubdate": "published",
        "og:url": "source", "source": "source", "weight": "weight",
    }  # fmt: skip
    for meta in page.css("meta"):
        name = (meta.attributes.get("property") or meta.attributes.get("name") or "").lower()
        content = meta.attributes.get("content")
        if content and name in wanted:
            said.setdefault(wanted[name], content)
    if (link := page.css_first('link[rel="canonical"]')) is not None and link.attributes.get("href"):
        said.setdefault("source", link.attributes["href"])
    if "published" not in said and (time := page.css_first("time[datetime]")) is not None:
        with suppress(DateProblem):  # an hour, a duration
            said["published"] = parse_published(time.attributes.get("datetime"))
    for node in page.css("script, style, noscript, template, nav, head, svg"):
        node.decompose()
    for node in page.css(
        "p, div, li, tr, h1, h2, h3, h4, h5, h6, section, article, header, footer, br, table, ul, ol, dd, dt, blockquote, pre"
    ):
        node.insert_before("\n\n")
        node.insert_after("\n\n")
    for node in page.css("td, th"):
        node.insert_after(" ")
    body = page.body.text() if page.body is not None else ""
    lines = (" ".join(line.split()) for line in body.splitlines())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip(), said


def _pdf(path: Path) -> tuple[str, Mapping[str, Any]]:
    try:
        import pypdf
    except ImportError as missing:
        raise MissingExtraError("pypdf", "files", "reading PDF") from missing
    try:
        reader = pypdf.PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            raise InputError("the PDF is encrypted")
        text = "\n\n".join(page.extract_text() for page in reader.pages)
        meta = reader.metadata
    except InputError:
        raise
    except Exception as problem:  # a damaged file can raise anything in there
        raise InputError(f"the PDF cannot be read ({type(problem).__name__}: {str(problem)[:100]})") from problem
    said: dict[str, Any] = {}
    if meta is not None:
        said["title"] = meta.title
        try:
            said["published"] = meta.modification_date or meta.creation_date
        except ValueError:  # written in no known form
            said["published"] = None
    # A line that ends in the middle of a sentence goes on in the next.
    return re.sub(r"(?<=[a-z,;])[ \t]*\n(?=[a-z(])", " ", text), said


def _day(value: object) -> date | None:
    if value is None or value == "":
        return None
    try:
        return parse_published(value)
    except DateProblem as refused:
        raise InputError(f"the date is {value!r}: {refused.problem}; {refused.remedy}") from refused


def _day_in_name(name: str) -> date | None:
    for match in _DATE_IN_NAME.finditer(name):
        try:
            return date(*map(int, match.groups()))
        except ValueError:
            continue
    return None


def _text(value: object) -> str | None:
    return str(value).strip() or None if value is not None else None


def _weight(value: object) -> float:
    if value is None:
        return 1.0
    try:
        weight = float(str(value))
    except ValueError:
        weight = -1.0
    if not is_weight(weight):
        raise InputError(f"weight is {value!r}; expected 0, or 0.000001 to 1000000")
    return weight
