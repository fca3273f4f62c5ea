"""A folder as documents: what each kind of file says about itself, and what is passed over or named."""

from __future__ import annotations

import os
import sys
from datetime import date, datetime
from pathlib import Path

import pytest

from dissensus.errors import InputError
from dissensus.io import RowError
from dissensus.io.folder import iter_folder
from dissensus.types import Document


def read(folder: Path, **options: object) -> dict[str, Document]:
    found = list(iter_folder(folder, **options))  # type: ignore[arg-type]
    assert not [item for item in found if isinstance(item, RowError)]
    return {item.doc_id: item for item in found if isinstance(item, Document)}


def put(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


def pdf(text: str, info: str = "") -> bytes:
    """A PDF of one page with one line of text, written out by hand."""
    stream = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode("latin-1")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< %s >>" % info.encode("latin-1"),
    ]
    out, places = b"%PDF-1.4\n", []
    for n, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (n, body)
    table = b"xref\n0 7\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % at for at in places)
    return out + table + b"trailer\n<< /Size 7 /Root 1 0 R /Info 6 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(out)


def test_files_come_in_the_order_of_their_paths(tmp_path: Path) -> None:
    for name in ("b.txt", "a.md", "sub/deep/c.TEXT", "d.csv", "notes", "sub/e.markdown"):
        put(tmp_path, name, "Bees dance.")
    assert list(read(tmp_path)) == ["a.md", "b.txt", "sub/e.markdown", "sub/deep/c.TEXT"]


def test_plain_text_is_kept_as_it_is(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", "\ufeffThe fee is 40.\r\n\x00\r\nß 漢 🦁")
    assert read(tmp_path)["a.txt"].text == "The fee is 40.\r\n \r\nß 漢 🦁"


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_front_matter(tmp_path: Path, ends: str) -> None:
    lines = [
        "---", "Title: 'Fees: 2024'", "source: https://desk.example/fees", "date: 2024-03-31", "weight: 2.5",
        "owner: desk", "---", "", "The fee is 40.", "",
    ]  # fmt: skip
    put(tmp_path, "a.md", ends.join(lines))
    found = read(tmp_path)["a.md"]
    assert (found.title, found.source) == ("Fees: 2024", "https://desk.example/fees")
    assert (found.published, found.weight) == (date(2024, 3, 31), 2.5)
    assert found.metadata == {"owner": "desk"}
    assert found.text == f"{ends}The fee is 40.{ends}"


def test_published_goes_before_date_and_before_the_name(tmp_path: Path) -> None:
    put(tmp_path, "2020-01-01.md", "---\ndate: 2021-01-01\npublished: 3 March 2022\n---\nx")
    assert read(tmp_path)["2020-01-01.md"].published == date(2022, 3, 3)


@pytest.mark.parametrize(
    "text",
    ["---\n\nA rule above.\n\n---\n\nA rule below.\n", "The fee.\n---\ntitle: x\n---\n", "---\ntitle: x\n", "----\n"],
)
def test_a_rule_is_no_front_matter(tmp_path: Path, text: str) -> None:
    put(tmp_path, "a.md", text)
    found = read(tmp_path)["a.md"]
    assert (found.text, found.title) == (text, None)


def test_html(tmp_path: Path) -> None:
    put(
        tmp_path,
        "a.html",
        """<!doctype html><html><head><title> Fees
         2024 </title><meta property="article:published_time" content="2024-03-31T10:00:00+02:00">
        <link rel="canonical" href="https://desk.example/fees"><meta name="weight" content="0.5"></head>
        <body><nav>Home Fees</nav><h1>Fees</h1><p>The fee is <b>40</b> euros.<br>It was 30.</p><script>fee=99</script>
        <style>p{}</style><table><tr><td>Post</td><td>4 euros</td></tr></table><p>Caf&eacute; &lt;b&gt;</p></body></html>""",
    )
    found = read(tmp_path)["a.html"]
    assert (found.title, found.source) == ("Fees 2024", "https://desk.example/fees")
    assert (found.published, found.weight) == (date(2024, 3, 31), 0.5)
    assert [line for line in found.text.split("\n") if line] == [
        "Fees", "The fee is 40 euros.", "It was 30.", "Post 4 euros", "Café <b>",
    ]  # fmt: skip


@pytest.mark.parametrize("page", ["", "<p>x", "plain text & more", "<html></html>", "<body><p>a</p></body><body>b"])
def test_broken_html_is_read_as_far_as_it_goes(tmp_path: Path, page: str) -> None:
    put(tmp_path, "a.htm", page)
    assert "<" not in read(tmp_path)["a.htm"].text


def test_a_time_of_day_on_a_page_is_no_date_of_it(tmp_path: Path) -> None:
    put(
        tmp_path, "a.html", '<p>Open from <time datetime="09:00">nine</time>, for <time datetime="PT2H">2 h</time>.</p>'
    )
    put(tmp_path, "b.html", '<p>Written <time datetime="2024-03-31">in spring</time>.</p>')
    found = read(tmp_path)
    assert (found["a.html"].published, found["b.html"].published) == (None, date(2024, 3, 31))


def test_pdf(tmp_path: Path) -> None:
    put(tmp_path, "a.pdf", pdf("The fee is 40 euros.", "/Title (Fees) /CreationDate (D:20240331100000Z)"))
    put(tmp_path, "b.pdf", pdf("The fee is 55 euros.", "/CreationDate (some day)"))
    found = read(tmp_path)
    assert (found["a.pdf"].text, found["a.pdf"].title) == ("The fee is 40 euros.", "Fees")
    assert found["a.pdf"].published == date(2024, 3, 31)
    assert (found["b.pdf"].text, found["b.pdf"].published) == ("The fee is 55 euros.", None)


@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("fees-2024-03-31.txt", date(2024, 3, 31)),
        ("20240331_fees.txt", date(2024, 3, 31)),
        ("fees.2024_03_31.v2.txt", date(2024, 3, 31)),
        ("fees-2024-13-31.txt", None),
        ("order-1202403310.txt", None),
        ("2024-02-30 and 2024-03-01.txt", date(2024, 3, 1)),
        ("2024.txt", None),
    ],
)
def test_a_date_in_the_name(tmp_path: Path, name: str, published: date | None) -> None:
    put(tmp_path, name, "The fee is 40.")
    assert read(tmp_path)[name].published == published


def test_the_time_of_a_file_counts_only_when_asked_and_only_where_nothing_else_dates_it(tmp_path: Path) -> None:
    at = datetime(2022, 7, 1, 12).timestamp()
    for name in ("a.txt", "b-2020-01-01.txt"):
        os.utime(put(tmp_path, name, "The fee is 40."), (at, at))
    assert [d.published for d in read(tmp_path).values()] == [None, date(2020, 1, 1)]
    assert [d.published for d in read(tmp_path, mtime=True).values()] == [date(2022, 7, 1), date(2020, 1, 1)]


def test_hidden_files_and_folders_are_passed_over(tmp_path: Path) -> None:
    for name in (".a.txt", ".git/b.txt", "sub/.c.md", "d.txt"):
        put(tmp_path, name, "Bees dance.")
    assert list(read(tmp_path)) == ["d.txt"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_links_that_lead_out_are_passed_over(tmp_path: Path) -> None:
    put(tmp_path, "outside/secret.txt", "Secret.")
    inside = put(tmp_path, "in/a.txt", "Bees dance.").parent
    (inside / "link.txt").symlink_to(tmp_path / "outside" / "secret.txt")
    (inside / "up.txt").symlink_to("../outside/secret.txt")
    (inside / "folder").symlink_to(tmp_path / "outside", target_is_directory=True)
    (inside / "loop").symlink_to(inside, target_is_directory=True)
    (inside / "same.txt").symlink_to("a.txt")
    assert list(read(inside)) == ["a.txt", "same.txt"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_link_to_nothing_and_one_to_itself_are_named(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", "Bees dance.")
    (tmp_path / "b.txt").symlink_to("none.txt")
    (tmp_path / "c.txt").symlink_to("c.txt")
    kinds = [type(item) for item in iter_folder(tmp_path)]
    assert kinds == [Document, RowError, RowError]


BAD = {
    "bad.pdf": (b"%PDF-1.4\nnothing of the kind", "the PDF cannot be read"),
    "empty.pdf": (b"", "the PDF cannot be read"),
    "yaml.md": (b"---\ntitle: [1, 2\n---\nx", "the front matter is not valid YAML"),
    "object.md": (
        b"---\ntitle: !!python/object/apply:os.system ['true']\n---\nx",
        "the front matter is not valid YAML",
    ),
    "number.md": (b"---\ntitle: !!int four\n---\nx", "the front matter is not valid YAML"),
    "deep.md": (b"---\ntitle: " + b"[" * 5000 + b"\n---\nx", "the front matter is not valid YAML"),
    "noday.md": (b"---\ndate: 2024-02-30\n---\nx", ""),
    "day.md": (b"---\ndate: 5/3/2024\n---\nx", "the date is '5/3/2024'"),
    "year.md": (b"---\ndate: 2024\n---\nx", "a year alone"),
    "weight.md": (b"---\nweight: heavy\n---\nx", "weight is 'heavy'"),
    "nan.md": (b"---\nweight: .nan\n---\nx", "weight is nan"),
    "latin.txt": (b"Caf\xe9", "not utf-8 at byte 3"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_cannot_be_read_is_named_and_the_rest_kept(tmp_path: Path, name: str) -> None:
    content, said = BAD[name]
    put(tmp_path, name, content)
    put(tmp_path, "zz.txt", "Bees dance.")
    error, kept = iter_folder(tmp_path)
    assert isinstance(error, RowError)
    assert isinstance(kept, Document)
    assert kept.doc_id == "zz.txt"
    assert name in error.where
    assert said in error.message()
    assert "mend or remove the file" in error.message()


def test_another_encoding(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", "Café".encode("cp1252"))
    assert read(tmp_path, encoding="cp1252")["a.txt"].text == "Café"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("named", ["utf-8", "cp1252"])
def test_a_byte_order_mark_wins(tmp_path: Path, encoding: str, named: str) -> None:
    put(tmp_path, "a.txt", "Café".encode(encoding))
    assert read(tmp_path, encoding=named)["a.txt"].text == "Café"


def test_a_folder_without_a_file_to_read(tmp_path: Path) -> None:
    put(tmp_path, "a.csv", "x")
    with pytest.raises(InputError, match=r"no file to read; expected \.txt"):
        list(iter_folder(tmp_path))
    with pytest.raises(InputError, match="no such folder"):
        list(iter_folder(tmp_path / "none"))
    with pytest.raises(InputError, match="no such folder"):
        list(iter_folder(tmp_path / "a.csv"))
