"""Which input fields mean what: the names that other tools use; the first that holds a value wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from dissensus.errors import InputError, did_you_mean

#: Names of a sample's fields, in the order they are looked for.
SAMPLE_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "id": ("id", "sample_id"),
        "question": ("question", "query", "user_input", "input"),
        "response": ("response", "answer", "output", "actual_output", "generated_answer"),
        "documents": ("documents", "contexts", "retrieved_contexts", "retrieval_context", "context", "passages"),
        "claims": ("claims",),
    }
)

#: Names of a document's fields, in the order they are looked for, in the document and then in its `metadata`.
DOCUMENT_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "doc_id": ("id", "doc_id", "document_id"),
        "text": ("text", "content", "page_content", "body"),
        "title": ("title",),
        "source": ("source", "url"),
        "published": ("published", "date", "timestamp"),
        "weight": ("weight",),
    }
)


@dataclass(frozen=True, slots=True)
class FieldMap:
    """The names under which each field of a sample and of a document is looked for."""

    sample: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: SAMPLE_NAMES)
    """Field of Sample -> names, first match first."""
    document: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: DOCUMENT_NAMES)
    """Field of Document -> names, first match first."""
    overridden: frozenset[str] = frozenset()
    """Fields whose names were given by the user; a table must have their columns."""
    needs_documents: bool = True
    """Whether a sample without a documents field is refused; splitting a response needs none."""
    needs_response: bool = True
    """Whether a sample without a response is refused; documents can be compared without one."""


DEFAULT_FIELDS = FieldMap()


def parse_field_overrides(overrides: Iterable[str]) -> FieldMap:
    """The field map in which each `name=column` replaces all the names of one field.

    Args:
        overrides: Such as `["response=llm_output", "doc_id=chunk"]`. `id` (or `sample_id`) is the sample's id,
            `doc_id` a document's.

    Raises:
        InputError: An override is not of that form, names no field, or names one twice.
    """
    sample, document = dict(SAMPLE_NAMES), dict(DOCUMENT_NAMES)
    done: set[str] = set()
    for override in overrides:
        name, equals, column = override.partition("=")
        name = "id" if name.strip() == "sample_id" else name.strip()
        if not equals or not column:
            raise InputError(f"Field override {override!r} has no column; write it as name=column")
        if name in done:
            raise InputError(f"Field override {override!r}: {name!r} is given twice; keep one")
        if name not in sample and name not in document:
            raise InputError(
                f"Field override {override!r}: unknown field {name!r}. {did_you_mean(name, {*sample, *document})}"
            )
        (sample if name in sample else document)[name] = (column,)
        done.add(name)
    return FieldMap(MappingProxyType(sample), MappingProxyType(document), frozenset(done))


def check_columns(columns: Iterable[str], fields: FieldMap, file: str) -> None:
    """Nothing, when a table has a column for the response, for the documents, and for every overridden field.

    Checked once for the file, because the same fault in every row is one fault.

    Raises:
        InputError: A column is missing.
    """
    have = list(columns)
    wanted_by = {"response": fields.needs_response, "documents": fields.needs_documents}
    needed = [name for name, is_needed in wanted_by.items() if is_needed]
    for name in (*needed, *sorted(fields.overridden & fields.sample.keys())):
        names = fields.sample[name]
        if not any(column in have for column in names):
            hint = did_you_mean(names[0], have) if name in fields.overridden else f"The columns are: {', '.join(have)}."
            wanted = " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
            raise InputError(
                f"{file}: no column holds the {name}; expected {wanted}. {hint} Name it with --field {name}=COLUMN"
            )
