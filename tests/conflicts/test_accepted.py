"""Known conflicts: what an entry covers, until when, and what is refused."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from dissensus.conflicts.accepted import Accepted, as_toml, load_accepted, split_known
from dissensus.conflicts.model import DocConflict, Quote, fingerprint
from dissensus.errors import InputError

TODAY = date(2026, 5, 1)


def conflict(a: str = "a", b: str = "b", words: str = "The fee is 40.", explanation: str = "") -> DocConflict:
    other = "The fee is 55."
    return DocConflict(
        conflict_id=fingerprint(words, other),
        a=Quote(doc_id=a, start=0, end=len(words), text=words),
        b=Quote(doc_id=b, start=0, end=len(other), text=other),
        kind="numeric",
        category="factual",
        explanation=explanation,
    )


def load(folder: Path, text: str) -> tuple[Accepted, ...]:
    path = folder / "accepted.toml"
    path.write_text(text, encoding="utf-8")
    return load_accepted(path)


def test_a_fingerprint_does_not_depend_on_order_case_or_white_space() -> None:
    one = fingerprint("The fee is 40.", "The fee is 55.")
    assert len(one) == 12
    assert int(one, 16) >= 0
    assert one == fingerprint("the FEE\n is  55.", "The fee is 40.")
    assert one != fingerprint("The fee is 41.", "The fee is 55.")
    # The border between the two counts.
    assert fingerprint("a b", "c") != fingerprint("a", "b c")


def test_an_entry_covers_by_fingerprint_or_by_pair_of_ids() -> None:
    found = conflict()
    assert Accepted(conflict=found.conflict_id, reason="r").covers(found, TODAY)
    assert not Accepted(conflict="0123456789ab", reason="r").covers(found, TODAY)
    for pair in ("a <> b", "b <> a", "b<>a", "  a  <>b "):
        assert Accepted(conflict=pair, reason="r").covers(found, TODAY)
    for pair in ("a <> c", "a <> a", "A <> b"):
        assert not Accepted(conflict=pair, reason="r").covers(found, TODAY)


def test_a_pair_of_ids_covers_whatever_the_two_disagree_about() -> None:
    entry = Accepted(conflict="a <> b", reason="r")
    assert entry.covers(conflict(words="Dogs are allowed."), TODAY)


def test_an_entry_holds_through_its_last_day() -> None:
    entry = Accepted(conflict="a <> b", reason="r", expires=TODAY)
    assert entry.covers(conflict(), TODAY)
    assert not entry.covers(conflict(), date(2026, 5, 2))


def test_new_and_known_are_told_apart_with_the_entry() -> None:
    one, two = conflict(), conflict("a", "c")
    entries = [
        Accepted(conflict="a <> b", reason="late", expires=date(2026, 4, 30)),
        Accepted(conflict="b<>a", reason="r"),
    ]
    assert split_known([one, two], entries, TODAY) == ([two], [(one, entries[1])])
    assert split_known([one], [], TODAY) == ([one], [])
    assert split_known([], entries, TODAY) == ([], [])


def test_all_fields_are_read(tmp_path: Path) -> None:
    (entry,) = load(
        tmp_path,
        '\ufeff[[accepted]]\nconflict = " handbook <> faq "\nreason = "merged in spring"\nowner = "people"\n'
        "expires = 2027-03-31\n",
    )
    assert entry == Accepted(
        conflict="handbook <> faq", reason="merged in spring", owner="people", expires=date(2027, 3, 31)
    )


def test_a_time_of_day_is_cut_off(tmp_path: Path) -> None:
    (entry,) = load(tmp_path, '[[accepted]]\nconflict = "0123456789ab"\nreason = "r"\nexpires = 2027-03-31T10:00:00Z\n')
    assert entry.expires == date(2027, 3, 31)
    assert entry.covers(conflict(), TODAY) is False


def test_an_empty_file_accepts_nothing(tmp_path: Path) -> None:
    assert load(tmp_path, "") == ()


ENTRY = '[[accepted]]\nconflict = "0123456789ab"\nreason = "r"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("accepted = 3", r"expected \[\[accepted\]\] tables"),
        (ENTRY + '[other]\nx = "y"', r"expected \[\[accepted\]\] tables"),
        ("accepted = [3]", "accepted 1 is 3; expected a table"),
        ('[[accepted]]\nconflict = "0123456789ab"', "accepted 1: field 'reason' is None"),
        ('[[accepted]]\nreason = "r"', "accepted 1: field 'conflict' is None"),
        ('[[accepted]]\nconflict = "0123456789ab"\nreason = "  "', "field 'reason' is '  '"),
        ('[[accepted]]\nconflict = 12\nreason = "r"', "field 'conflict' is 12"),
        ('[[accepted]]\nconflict = "0123456789a"\nreason = "r"', "expected 12 hex digits, or two ids"),
        ('[[accepted]]\nconflict = "0123456789AB"\nreason = "r"', "expected 12 hex digits"),
        ('[[accepted]]\nconflict = "a <> "\nreason = "r"', "two ids as 'a <> b'"),
        ('[[accepted]]\nconflict = "a <> b <> c"\nreason = "r"', "two ids as 'a <> b'"),
        (ENTRY + ENTRY + "expires = 2027", "accepted 2: field 'expires' is 2027"),
        (ENTRY + 'expires = "2027-03-31"', "without quotes"),
        (ENTRY + "owner = 3", "field 'owner' is 3"),
        (ENTRY + 'resaon = "x"', r"unknown field 'resaon'. Did you mean reason\?"),
        ("[[accepted", "not valid TOML"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as refused:
        load(tmp_path, text)
    assert str(refused.value).startswith(str(tmp_path / "accepted.toml"))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml: cannot be read \(No such file"):
        load_accepted(tmp_path / "none.toml")


@pytest.mark.parametrize(
    "reason", ["known", 'a "quoted" one', "back\\slash", "ends in \\", "two\nlines", "tab\t, \x1b\x7f", "ß 漢"]
)
@pytest.mark.parametrize(
    "explanation", ["plain", 'x"\n[[accepted]]\nconflict = "zz', "\x1b[31m\x00", "a\rb\x85c\u2028d"]
)
def test_what_is_written_can_be_read(tmp_path: Path, reason: str, explanation: str) -> None:
    found = [conflict(explanation=explanation), conflict(words="Dogs are allowed.", explanation=explanation)]
    entries = load(tmp_path, as_toml([*found, found[0]], reason))
    assert [e.conflict for e in entries] == [c.conflict_id for c in found]
    assert {e.reason for e in entries} == {reason}
    assert split_known(found, entries, TODAY)[0] == []


def test_nothing_found_is_an_empty_file(tmp_path: Path) -> None:
    assert load(tmp_path, as_toml([], "r")) == ()
