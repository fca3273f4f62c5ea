from __future__ import annotations

import codecs
import gzip
import io
import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dissensus.errors import InputError, MissingExtraError
from dissensus.io import FORMATS, Repair, RowError, iter_samples, parse_field_overrides
from dissensus.types import Sample

ROW = {"response": "r é 😀", "documents": ["t"]}
LINE = json.dumps(ROW, ensure_ascii=False)

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def make(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return make


def read(path: Path | str, **options: Any) -> list[Sample | RowError]:
    return list(iter_samples(path, **options))


def samples(path: Path | str, **options: Any) -> list[Sample]:
    rows = read(path, **options)
    assert [row for row in rows if isinstance(row, RowError)] == []
    return [row for row in rows if isinstance(row, Sample)]


def errors(path: Path | str, **options: Any) -> list[str]:
    """The messages, without the folder."""
    found = [row.message() for row in read(path, **options) if isinstance(row, RowError)]
    return [message.replace(os.path.dirname(path) + os.sep, "") for message in found]


def csv_text(*rows: str) -> str:
    return "\n".join(("response,documents", *rows)) + "\n"


class TestJsonl:
    def test_blank_lines_are_skipped_and_counted(self, write: Write) -> None:
        found = samples(write("a.jsonl", f"\n{LINE}\r\n  \n{LINE}"))
        assert [s.sample_id for s in found] == ["2", "4"]
        assert found[0].response == ROW["response"]

    def test_only_line_feeds_end_a_line(self, write: Write) -> None:
        text = "a\u2028b\x85c"
        path = write("a.ndjson", json.dumps(ROW | {"response": text}, ensure_ascii=False))
        assert samples(path)[0].response == text

    def test_bad_fields_leave_the_other_rows(self, write: Write) -> None:
        bad = {"response": None, "documents": [{"text": "t", "weight": -1}]}
        path = write("answers.jsonl", f"{LINE}\n{json.dumps(bad)}\n{LINE}\n")
        first, error, last = read(path)
        assert isinstance(first, Sample)
        assert isinstance(last, Sample)
        assert isinstance(error, RowError)
        assert (error.row, error.field, error.value, len(error.also)) == (2, "response", "null", 1)
        one, two = errors(path)[0].splitlines()
        assert one.startswith('answers.jsonl:2: field "response" is null; expected a string; ')
        assert two.startswith('answers.jsonl:2: field "documents[0].weight" is -1; expected a number >= 0; ')

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            (b'{"response": "r" "x"}', "a.jsonl:2: invalid JSON at column 18: Expecting ',' delimiter"),
            (b'{"response": "r', "a.jsonl:2: invalid JSON at column 14: Unterminated string starting at"),
            (b"[1, 2]", "a.jsonl:2: the row is a list of 2 items; expected an object"),
            (b"null", "a.jsonl:2: the row is null; expected an object"),
            (b'{"response": "a", "response": "b"}', 'a.jsonl:2: the key "response" stands twice in one object'),
            (b"[" * 100_000, "a.jsonl:2: invalid JSON: lists or objects are nested too deeply"),
            (b'{"id": ' + b"1" * 5000 + b"}", "a.jsonl:2: invalid JSON: a number has too many digits"),
            (b'{"response": "caf\xe9"}', "a.jsonl:2: not valid UTF-8: byte 0xe9 at byte offset 17; "),
            (b'{"response": "\xed\xa0\x80"}', "a.jsonl:2: not valid UTF-8: byte 0xed at byte offset 14"),
            (b'{"response": "a\x00b"}', "a.jsonl:2: a raw NUL byte at byte offset 15; remove it"),
        ],
    )
    def test_a_line_that_cannot_be_read(self, write: Write, line: bytes, message: str) -> None:
        path = write("a.jsonl", LINE.encode() + b"\n" + line + b"\n" + LINE.encode())
        assert errors(path)[0].startswith(message)
        assert len(read(path)) == 3

    def test_the_remedy_for_windows_text_works(self, write: Write) -> None:
        path = write("a.jsonl", '{"response": "café – “x”", "documents": []}'.encode("cp1252"))
        assert "--encoding cp1252" in errors(path)[0]
        assert samples(path, encoding="cp1252")[0].response == "café – “x”"
        bad = write("b.jsonl", b'{"response": "\x81", "documents": []}\n' + LINE.encode("cp1252", "replace"))
        assert [type(row) for row in read(bad, encoding="cp1252")] == [RowError, Sample]
        assert "not valid CP1252" in errors(bad, encoding="cp1252")[0]

    def test_nan_as_python_writes_it(self, write: Write) -> None:
        row = {"response": "r", "question": float("nan"), "documents": [{"text": "t", "k": float("nan")}]}
        assert samples(write("a.jsonl", json.dumps(row)))[0].question is None
        row["documents"] = [{"text": "t", "weight": float("nan")}]
        assert (
            'field "documents[0].weight" is NaN; expected a number >= 0' in errors(write("b.jsonl", json.dumps(row)))[0]
        )

    def test_escaped_nul_and_lone_surrogate_are_repaired(self, write: Write) -> None:
        repairs: list[Repair] = []
        path = write("a.jsonl", '{"response": "a\\u0000\\ud800b", "documents": ["\\ud83d\\ude00"]}')
        (sample,) = samples(path, on_repair=repairs.append)
        assert (sample.response, sample.documents[0].text) == ("a\ufffd\ufffdb", "😀")
        assert [(r.row, r.what) for r in repairs] == [
            (1, "response: 1 NUL character and 1 lone surrogate replaced by U+FFFD")
        ]

    def test_ids_are_unique_in_the_file(self, write: Write) -> None:
        rows = [ROW | {"id": "3"}, ROW | {"id": "b"}, ROW, ROW | {"id": "b"}]
        path = write("a.jsonl", "\n".join(map(json.dumps, rows)))
        three, four = errors(path)
        assert three.startswith('a.jsonl:3: field "id" is "3"; expected an id of its own; line 1 has this one; ')
        assert four.startswith('a.jsonl:4: field "id" is "b"; expected an id of its own; line 2 has this one; ')

    def test_a_row_over_the_limit_is_never_held(self, tmp_path: Path) -> None:
        path = tmp_path / "a.jsonl"
        with path.open("wb") as file:
            for _ in range(40):
                file.write(b"x" * 2**20)
            file.write(b"\n" + LINE.encode())
        tracemalloc.start()
        rows = read(path, max_row_bytes=2**20)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert [type(row) for row in rows] == [RowError, Sample]
        assert errors(path, max_row_bytes=2**20)[0].startswith("a.jsonl:1: the line is over 1048576 bytes; ")
        assert peak < 8 * 2**20

    def test_the_limit_counts_the_row_alone(self, write: Write) -> None:
        size = len(LINE.encode())
        path = write("a.jsonl", f"{LINE}\r\n{LINE}\n{LINE}")
        assert len(samples(path, max_row_bytes=size)) == 3
        assert [type(row) for row in read(path, max_row_bytes=size - 1)] == [RowError] * 3


class TestEncodings:
    @pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.csv", "a.tsv"])
    @pytest.mark.parametrize(
        ("mark", "encoding"),
        [
            (codecs.BOM_UTF8, "utf-8"),
            (codecs.BOM_UTF16_LE, "utf-16-le"),
            (codecs.BOM_UTF16_BE, "utf-16-be"),
            (codecs.BOM_UTF32_LE, "utf-32-le"),
        ],
    )
    def test_a_byte_order_mark_is_obeyed_and_removed(self, write: Write, name: str, mark: bytes, encoding: str) -> None:
        cell = "\t" if name.endswith("tsv") else ","
        table = f'response{cell}documents\nr é 😀{cell}"[""t""]"\n'
        repairs: list[Repair] = []
        path = write(name, mark + (table if "sv" in name else LINE).encode(encoding))
        assert samples(path, on_repair=repairs.append)[0].response == ROW["response"]
        assert len(repairs) == 1
        assert repairs[0].row == 0

    def test_utf16_without_a_mark_is_named(self, write: Write) -> None:
        path = write("a.jsonl", LINE.encode("utf-16-le"))
        assert "--encoding utf-16-le" in errors(path)[0]
        assert len(samples(path, encoding="utf-16-le")) == 1

    def test_a_broken_utf16_row_leaves_the_others(self, write: Write) -> None:
        broken = '{"response": "'.encode("utf-16-le") + b"\x00\xd8" + '"}'.encode("utf-16-le")
        nl = "\n".encode("utf-16-le")
        path = write("a.jsonl", codecs.BOM_UTF16_LE + nl.join([LINE.encode("utf-16-le"), broken]) + nl + b"x")
        assert [type(row) for row in read(path)] == [Sample, RowError, RowError]
        assert "not valid UTF-16-LE" in errors(path)[0]

    @pytest.mark.parametrize("encoding", ["nonsense", "base64", "rot13", "undefined", "a\0b"])
    def test_what_is_no_text_encoding(self, write: Write, encoding: str) -> None:
        with pytest.raises(InputError, match="Unknown encoding"):
            iter_samples(write("a.jsonl", LINE), encoding=encoding)

    def test_gzip(self, write: Write) -> None:
        packed = gzip.compress(f"{LINE}\n".encode() * 2000)
        assert len(samples(write("a.jsonl.gz", packed))) == 2000
        assert len(samples(write("a.jsonl", packed))) == 2000

    @pytest.mark.parametrize("damage", [lambda b: b[:-20], lambda b: b[:40] + b"\xff" * 30 + b[70:], lambda b: b[:3]])
    def test_damaged_gzip(self, write: Write, damage: Callable[[bytes], bytes]) -> None:
        rows = "\n".join(json.dumps(ROW | {"response": str(i * 7919)}) for i in range(500))
        found = read(write("a.jsonl.gz", damage(gzip.compress(rows.encode()))))
        assert isinstance(found[-1], RowError)
        assert "compressed data are damaged" in found[-1].problem

    def test_a_gzip_bomb_costs_no_memory(self, write: Write) -> None:
        packed = gzip.compress(b"x" * (64 * 2**20), 9)
        path = write("a.jsonl.gz", packed + gzip.compress(b"\n" + LINE.encode()))
        tracemalloc.start()
        rows = read(path, max_row_bytes=2**20)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert [type(row) for row in rows] == [RowError, Sample]
        assert peak < 8 * 2**20


class TestJson:
    @pytest.mark.parametrize(
        "value", [[ROW, ROW], {"samples": [ROW, ROW]}, {"meta": {"samples": []}, "samples": [ROW, ROW], "x": 1}]
    )
    @pytest.mark.parametrize("indent", [None, 2])
    def test_lists(self, write: Write, value: object, indent: int | None) -> None:
        assert [s.sample_id for s in samples(write("a.json", json.dumps(value, indent=indent)))] == ["1", "2"]

    def test_one_object(self, write: Write) -> None:
        assert len(samples(write("a.json", f" \n{LINE}\n"))) == 1

    def test_brackets_and_quotes_in_text(self, write: Write) -> None:
        texts = ['a]"', "\\", '\\"', "[{", "\\\\" * 40_000 + '"', "é" * 70_000]
        path = write("a.json", json.dumps([ROW | {"response": text} for text in texts]))
        assert [s.response for s in samples(path)] == texts

    def test_one_bad_item_leaves_the_others(self, write: Write) -> None:
        path = write("a.json", f'[{LINE}, {{"a": }}, 3, {LINE}]'.encode())
        assert [type(row) for row in read(path)] == [Sample, RowError, RowError, Sample]
        assert errors(path)[0].startswith("a.json, item 2: invalid JSON at column 8")
        assert errors(path)[1].startswith("a.json, item 3: the row is 3; expected an object")

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (f"[{LINE}, {LINE[:9]}", "a.json, item 2: the file ends in the middle"),
            (f"[{LINE}", "a.json, item 1: the file ends in the middle"),
            (f"[{LINE}] {LINE}", "a.json, item 2: there is text after the end of the list"),
            (f'{{"samples": [{LINE}]', "a.json, item 2: the file ends in the middle"),
            (f"{LINE}\n{LINE}", "a.json, item 1: there is more than one JSON value; if each line is one row"),
            (f"[{LINE},]", "a.json, item 2: invalid JSON at column 1"),
            ("nonsense", "a.json, item 1: invalid JSON at column 1"),
            ('{"samples": 3}', 'a.json, item 1: field "response" is missing'),
        ],
    )
    def test_faults_of_the_whole(self, write: Write, text: str, message: str) -> None:
        assert errors(write("a.json", text))[0].startswith(message)

    def test_large_items_are_skipped(self, write: Write) -> None:
        big = json.dumps(ROW | {"response": "]" * 300_000})
        path = write("a.json", f"[{LINE},{big},{LINE}]")
        assert [type(row) for row in read(path, max_row_bytes=1000)] == [Sample, RowError, Sample]
        assert "over 1000 bytes" in errors(write("b.json", big), max_row_bytes=1000)[0]

    @given(value=st.lists(st.dictionaries(st.text(), st.recursive(st.text() | st.none(), st.lists, max_leaves=4))))
    @settings(max_examples=50, deadline=None)
    def test_items_are_cut_where_they_end(self, value: list[Any]) -> None:
        from dissensus.io.json_items import iter_items

        text = json.dumps(value, ensure_ascii=False).encode()
        items = list(iter_items(io.BufferedReader(io.BytesIO(text)), 2**20))  # type: ignore[arg-type]
        assert [json.loads(item) for item in items] == value  # type: ignore[arg-type]


class TestTables:
    def test_cells(self, write: Write) -> None:
        text = (
            "id,question,response,contexts,claims,other\n"
            'x,,"two\r\nlines, ""q""","[{""text"": ""t"", ""weight"": 0.5}]","[""c""]",\n'
            "\n"
            ",q,,[],,z\n"
        )
        one, two = samples(write("a.csv", text))
        assert (one.sample_id, one.question, one.response, one.claims) == ("x", None, 'two\r\nlines, "q"', ("c",))
        assert one.documents[0].weight == 0.5
        assert (two.sample_id, two.question, two.response, two.documents, two.claims) == ("5", "q", "", (), None)

    @pytest.mark.parametrize(
        ("row", "message"),
        [
            (
                "r,plain text",
                'a.csv:2: field "documents" is "plain text"; expected a JSON list (invalid JSON at column 1',
            ),
            ("r,\"['a', 'b']\"", "this looks like a Python list: write it with json.dumps"),
            ('r,"""text"""', 'field "documents" is "text"; expected a list of strings or objects; wrap it in a list'),
            ("r,", 'field "documents" is null'),
            ("r", "a.csv:2: the row has 1 cells; the header has 2; put quotes round cells that hold commas"),
            ("r,[],x", "a.csv:2: the row has 3 cells; the header has 2"),
            ('"r"x,[]', "a.csv:2: invalid CSV"),
            ('r,"[1', "a.csv:2: a quote is opened and never closed"),
        ],
    )
    def test_faults(self, write: Write, row: str, message: str) -> None:
        assert message in errors(write("a.csv", csv_text(row)))[0]

    def test_a_bad_byte_inside_a_quoted_cell_is_one_error(self, write: Write) -> None:
        path = write("a.csv", b'response,documents\nr,[]\n"one\ntwo \xe9\nthree",[]\n"nul\x00",[]\nr,[]\n')
        assert [type(row) for row in read(path)] == [Sample, RowError, RowError, Sample]
        assert errors(path)[0].startswith("a.csv:3: not valid UTF-8: byte 0xe9 at byte offset 4")
        assert errors(path)[1].startswith("a.csv:6: a raw NUL byte")

    def test_long_cells_and_the_limit(self, write: Write) -> None:
        long = "x" * 300_000
        assert samples(write("a.csv", csv_text(f"{long},[]")))[0].response == long
        path = write("b.csv", csv_text(f"{long},[]", "r,[]"))
        assert [type(row) for row in read(path, max_row_bytes=1000)] == [RowError, Sample]
        open_quote = write("c.csv", csv_text('"open,[]', *["x,[]"] * 500))
        assert "a quote may be open" in errors(open_quote, max_row_bytes=1000)[0]

    def test_header_faults(self, write: Write) -> None:
        with pytest.raises(InputError, match="no column holds the response; expected response, answer") as caught:
            read(write("a.csv", "id;response;documents\n1;r;[]\n"))
        assert "The columns are: id;response;documents" in str(caught.value)
        with pytest.raises(InputError, match="twice"):
            read(write("b.csv", "response,response\n"))
        with pytest.raises(InputError, match="header cannot be read: not valid UTF-8"):
            read(write("c.csv", b"r\xe9ponse,documents\n"))
        with pytest.raises(InputError, match="Did you mean answers"):
            read(write("d.csv", "answers,documents\nr,[]\n"), fields=parse_field_overrides(["response=answer"]))
        with pytest.raises(InputError, match="holds no rows"):
            read(write("e.csv", "response,documents\n"))

    def test_tabs(self, write: Write) -> None:
        assert samples(write("a.tsv", "answer\tpassages\nr, s\t[]\n"))[0].response == "r, s"


class TestParquet:
    def test_rows(self, tmp_path: Path) -> None:
        pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        rows = [
            {"id": 1, "response": "r", "documents": [{"text": "t", "id": "x", "w": 1}, {"text": "u", "id": None}]},
            {"id": 2, "response": None, "documents": []},
        ]
        path = tmp_path / "a.parquet"
        pq.write_table(pa.Table.from_pylist(rows), path)
        sample, error = read(path)
        assert isinstance(sample, Sample)
        assert isinstance(error, RowError)
        assert [d.doc_id for d in sample.documents] == ["x", "d2"]
        assert error.message().startswith(f'{path}, item 2: field "response" is null')
        assert [type(row) for row in read(path, max_row_bytes=1)] == [RowError, RowError]

    def test_faults(self, tmp_path: Path, write: Write) -> None:
        pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        with pytest.raises(InputError, match="cannot be read as Parquet"):
            read(write("a.parquet", "no"))
        pq.write_table(pa.table({"x": [1]}), tmp_path / "b.parquet")
        with pytest.raises(InputError, match="no column holds the response"):
            read(tmp_path / "b.parquet")
        with pytest.raises(InputError, match="standard input"):
            iter_samples("-", format="parquet")

    def test_text_that_is_not_utf8_is_one_row(self, tmp_path: Path) -> None:
        pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        broken = pa.array([b"ok", b"\xff"], pa.binary()).view(pa.string())
        documents = pa.array([["t"], ["t"]])
        pq.write_table(pa.table({"response": broken, "documents": documents}), tmp_path / "a.parquet")
        assert [type(row) for row in read(tmp_path / "a.parquet")] == [Sample, RowError]

    def test_without_pyarrow(self, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        with pytest.raises(MissingExtraError, match=r"pip install 'dissensus\[files\]'"):
            read(write("a.parquet", "x"))


class TestPaths:
    def test_standard_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for content, options in ((LINE, {}), (csv_text("r,[]"), {"format": "csv"})):
            stdin = SimpleNamespace(buffer=io.BufferedReader(io.BytesIO(content.encode())))  # type: ignore[arg-type]
            monkeypatch.setattr(sys, "stdin", stdin)
            assert len(samples("-", **options)) == 1
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"{")))
        assert errors("-")[0].startswith("<stdin>:1: invalid JSON")

    def test_faults_are_told_before_anything_is_read(self, tmp_path: Path, write: Write) -> None:
        with pytest.raises(InputError, match="There is no file"):
            iter_samples(tmp_path / "no.jsonl")
        with pytest.raises(InputError, match="is a directory"):
            iter_samples(tmp_path)
        with pytest.raises(InputError, match="not a file name"):
            iter_samples("a\0.jsonl")
        with pytest.raises(InputError, match="Cannot tell the format"):
            iter_samples(write("a.txt", LINE))
        with pytest.raises(InputError, match="Did you mean jsonl"):
            iter_samples(write("a.txt", LINE), format="jsonlines")

    @pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.csv", "b.jsonl.gz"])
    @pytest.mark.parametrize("content", [b"", b"\n\n \n", codecs.BOM_UTF8])
    def test_an_empty_file(self, write: Write, name: str, content: bytes) -> None:
        with pytest.raises(InputError, match="holds no rows"):
            read(write(name, content))

    def test_an_empty_list(self, write: Write) -> None:
        with pytest.raises(InputError, match="holds no rows"):
            read(write("a.json", "[ ]"))

    def test_an_unreadable_file(self, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
        # Not chmod: it does not bind root, as which tests run in containers.
        def refuse(*args: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("dissensus.io.streams.open", refuse, raising=False)
        with pytest.raises(InputError, match=r"Cannot read .*a.jsonl: Permission denied"):
            read(write("a.jsonl", LINE))

    def test_the_file_is_read_as_it_is_used(self, write: Write) -> None:
        path = write("a.jsonl", f"{LINE}\n" * 3)
        first = next(iter_samples(path))
        assert isinstance(first, Sample)


@given(
    content=st.binary() | st.text().map(str.encode),
    format=st.sampled_from(FORMATS),
    prefix=st.sampled_from(
        [b"", b"\xff\xfe", b"\x1f\x8b\x08\x00", b"response,documents\n", b'[{"response":', b'{"samples":[', b"PAR1"]
    ),
)
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_arbitrary_bytes_end_in_errors_that_are_ours(
    tmp_path: Path, content: bytes, format: str, prefix: bytes
) -> None:
    path = tmp_path / "any"
    path.write_bytes(prefix + content)
    said = "."
    try:
        for row in iter_samples(path, format=format, max_row_bytes=50):
            assert isinstance(row, Sample) or row.message().startswith(str(path))
    except InputError as error:
        said = str(error)
    assert said


def test_import_is_light() -> None:
    code = "import sys, dissensus.io; print(sorted({'numpy', 'pyarrow', 'onnxruntime', 'pandas'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
