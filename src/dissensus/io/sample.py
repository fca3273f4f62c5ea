"""One input row to one Sample: validated once, here, with every bad field of the row reported together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dissensus.types import Document, Sample

from .cells import Cell, Notes, Said, absent, as_mapping, find, identifier, optional_text
from .document import read_document
from .faults import MISSING, PlainCell, RowProblem, show_value
from .fields import DEFAULT_FIELDS, FieldMap

_LIST_OF_DOCUMENTS = "expected a list of strings or objects"


def parse_sample(
    row: object, *, where: str, row_number: int, fields: FieldMap = DEFAULT_FIELDS
) -> tuple[Sample, list[str]]:
    """The sample that a row states, and the repairs made to it.

    Repairs keep the row: NUL characters and lone surrogates become U+FFFD one for one (offsets hold), NaN in an
    optional field is read as missing, an empty date likewise, and an empty document is kept and noted.

    Args:
        row: A mapping, a Sample, or an object with the fields as attributes (such as a pydantic model).
        where: The row's place, which starts each line of an error: `answers.jsonl:17`.
        row_number: 1-based; the sample's id when the row has none.
        fields: The names to look for.

    Raises:
        RowProblem: One or more fields cannot be used.
    """
    notes = Notes()
    if isinstance(row, Sample):
        row = {name: getattr(row, name) for name in ("sample_id", *DEFAULT_FIELDS.sample) if name != "id"}
        fields = replace(DEFAULT_FIELDS, needs_response=fields.needs_response)
    own = as_mapping(row, (name for names in fields.sample.values() for name in names))
    if own is None:
        notes.refuse("row", row, "expected an object", 'give {"response": ..., "documents": [...]}')
        raise RowProblem(where, notes.problems)
    cells = {name: find(own, names) for name, names in fields.sample.items()}
    response = cells["response"]
    if not fields.needs_response and (response.value is MISSING or response.value is None):
        response = replace(response, value="")
    if not isinstance(response.value, str):
        accepted = "expected a string"
        if response.value is MISSING:
            accepted += f" in one of {', '.join(fields.sample['response'])}"
        notes.refuse(response.path, response.value, accepted, 'give the response, or "" if it is empty')
    sample_id = identifier(notes, cells["id"]) or str(row_number)
    question = optional_text(notes, cells["question"])
    documents = _documents(notes, cells["documents"], fields)
    claims = _claims(notes, cells["claims"])
    if notes.problems or not isinstance(response.value, str):
        raise RowProblem(where, notes.problems)
    sample = Sample(
        sample_id=sample_id,
        response=notes.text(response.path, response.value),
        documents=documents,
        question=question,
        claims=claims,
    )
    return sample, notes.repairs


def _documents(notes: Notes, cell: Cell, fields: FieldMap) -> tuple[Document, ...]:
    value = cell.value
    if value is MISSING and not fields.needs_documents:
        return ()
    if not isinstance(value, list | tuple):
        remedy = "give the documents; [] when there are none"
        accepted = _LIST_OF_DOCUMENTS
        if isinstance(value, PlainCell):
            accepted, remedy = _json_list(value)
        elif isinstance(value, str | Mapping | Document):
            remedy = "wrap it in a list"
        elif value is MISSING:
            accepted += f" in one of {', '.join(fields.sample['documents'])}"
        notes.refuse(cell.path, value, accepted, remedy)
        return ()
    made: list[Document] = []
    first_at: dict[str, int] = {}
    for i, item in enumerate(value):
        path = f"{cell.path}[{i}]"
        document, id_path = read_document(notes, item, path, f"d{i + 1}", fields)
        if document is None:
            continue
        made.append(document)
        first = first_at.setdefault(document.doc_id, i)
        if first != i:
            shown = show_value(document.doc_id) + (" (by its position)" if id_path is None else "")
            notes.refuse(
                id_path or f"{path}.id",
                Said(shown),
                f"expected an id of its own; {cell.path}[{first}] has this one",
                "give each document another id, or none",
            )
    return tuple(made)


def _claims(notes: Notes, cell: Cell) -> tuple[str, ...] | None:
    if absent(notes, cell):
        return None
    if not isinstance(cell.value, list | tuple):
        accepted, remedy = "expected a list of strings or null", "wrap it in a list"
        if isinstance(cell.value, PlainCell):
            accepted, remedy = _json_list(cell.value)
        notes.refuse(cell.path, cell.value, accepted, remedy)
        return None
    made = []
    for i, item in enumerate(cell.value):
        path, text = f"{cell.path}[{i}]", item
        if not isinstance(item, str) and (own := as_mapping(item, ("text",))) is not None:
            path, text = f"{path}.text", own.get("text", MISSING)
        if not isinstance(text, str):
            notes.refuse(path, text, 'expected a string or an object with "text"', "write the claim as a string")
        elif not text.strip():
            notes.refuse(path, text, "expected a claim of at least one word", "take it out")
        else:
            made.append(notes.text(path, text))
    return tuple(made)


def _json_list(cell: PlainCell) -> tuple[str, str]:
    python = cell.lstrip().startswith(("['", "[{'"))
    return (
        f"expected a JSON list ({cell.fault})",
        "this looks like a Python list: write it with json.dumps"
        if python
        else 'write it as JSON: ["first text", ...]',
    )
