"""Files of source rules: weights by pattern, policies by category, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from dissensus.errors import InputError
from dissensus.policies.auto import BY_CATEGORY
from dissensus.policies.rules import load_rules
from dissensus.types import Document


def rules_file(folder: Path, text: str) -> str:
    path = folder / "rules.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_bare_name_is_a_policy() -> None:
    rules = load_rules("recency")
    assert (rules.policy, rules.by_category, rules.sources) == ("recency", BY_CATEGORY, ())


def test_an_empty_file_is_auto(tmp_path: Path) -> None:
    assert load_rules(rules_file(tmp_path, "")) == load_rules("auto")


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    assert load_rules(rules_file(tmp_path, '\ufeffpolicy = "surface"\n')).policy == "surface"


def test_the_first_pattern_that_matches_source_or_id_gives_the_weight(tmp_path: Path) -> None:
    rules = load_rules(
        rules_file(
            tmp_path,
            '[[source]]\nmatch = "*.gov/*"\nweight = 5\n'
            '[[source]]\nmatch = "blog-*"\nweight = 0\n'
            '[[source]]\nmatch = "*"\nweight = 0.5\n',
        )
    )
    documents = [
        Document(doc_id="law", text="x", source="https://WWW.Example.GOV/law"),
        Document(doc_id="blog-1", text="x", source="https://blog.example/1"),
        Document(doc_id="Blog-2", text="x"),
        Document(doc_id="other", text="x", weight=3),
    ]
    assert [d.weight for d in rules.weigh(documents)] == [5, 0, 0, 0.5]
    # The records given are left as they are.
    assert documents[0].weight == 1


def test_a_document_that_no_pattern_matches_keeps_its_weight(tmp_path: Path) -> None:
    rules = load_rules(rules_file(tmp_path, '[[source]]\nmatch = "a*"\nweight = 2\n'))
    (kept,) = rules.weigh([Document(doc_id="b", text="x", source="c", weight=0.25)])
    assert kept.weight == 0.25


def test_the_category_table_changes_the_named_ones_alone(tmp_path: Path) -> None:
    rules = load_rules(rules_file(tmp_path, '[category]\nfactual = "majority"\n'))
    assert rules.by_category == {**BY_CATEGORY, "factual": "majority"}
    assert rules.policy == "auto"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('polcy = "auto"', r"unknown key 'polcy'. Did you mean policy\?"),
        ('policy = "newest"', "policy is 'newest'; expected one of abstain, authority_then"),
        ("policy = 3", "policy is 3; expected one of"),
        ("category = 3", "category is 3; expected a table"),
        ('[category]\nfacts = "auto"', "unknown category 'facts'. "),
        ('[category]\nfactual = "newest"', "category.factual is 'newest'; expected one of"),
        ('[category]\nfactual = "auto"', "category.factual is 'auto'; name the policy"),
        ('source = "x"', r"source is 'x'; expected \[\[source\]\]"),
        ("source = [3]", "source 1 is 3; expected match"),
        ('[[source]]\nmatch = "x"', "source 1 is .*; expected match"),
        ('[[source]]\nmatch = "x"\nweight = 1\nnote = "y"', "source 1 is .*; expected match"),
        ("[[source]]\nmatch = 1\nweight = 1", "source 1 is .*; expected match"),
        ('[[source]]\nmatch = "x"\nweight = 1\n[[source]]\nmatch = "y"\nweight = -1', "source 2: weight is -1"),
        ('[[source]]\nmatch = "x"\nweight = true', "source 1: weight is True"),
        ('[[source]]\nmatch = "x"\nweight = "2"', "source 1: weight is '2'"),
        ('[[source]]\nmatch = "x"\nweight = nan', "source 1: weight is nan"),
        ('[[source]]\nmatch = "x"\nweight = inf', "source 1: weight is inf"),
        ('[[source]]\nmatch = "x"\nweight = 1e-9', "expected 0, or 0.000001 to 1000000"),
        ("policy = ", "not valid TOML"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    file = rules_file(tmp_path, text)
    with pytest.raises(InputError, match=said) as refused:
        load_rules(file)
    assert str(refused.value).startswith(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml: cannot be read \(No such file"):
        load_rules(str(tmp_path / "none.toml"))


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_bytes(b'policy = "\xff"')
    with pytest.raises(InputError, match="cannot be read"):
        load_rules(str(file))


@pytest.mark.parametrize("name", ["newest", "", "Recency"])
def test_a_name_that_is_neither_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=r"expected one of .* or a \.toml file"):
        load_rules(name)
