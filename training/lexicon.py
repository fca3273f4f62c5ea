"""Opposites and irregular word forms out of WordNet's files, as `dissensus.opposition` reads them.

    python training/lexicon.py --wordnet /usr/share/wordnet --out src/dissensus/opposition

Writes `antonyms.txt` (lemma, lemma, part of speech), `forms.txt` (inflected form, lemma) and `WORDNET_LICENSE`. The
parts of speech are WordNet's letters: a adjective, r adverb, v verb, n noun; s marks two adjectives that are opposed
only through what they resemble (`tiny` is like `small`, which is opposed to `large`, which `huge` is like).
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FILES = {"a": "adj", "r": "adv", "v": "verb", "n": "noun"}
LICENCE_LINES = 29
SATELLITE_COUNT = 3  # tagged uses of a sense of an adjective for it to stand for its cluster
SATELLITE_SENSE = 2  # the last sense of a word, most used first, that may stand for its cluster
FORM_COUNT = 1  # tagged uses of a lemma for its irregular forms to be kept

Sense = tuple[str, str, int]  # part of speech, synset offset, word number counted from 1


@dataclass(slots=True)
class Synset:
    """One line of a data file."""

    words: list[str]
    antonyms: list[tuple[int, str, int]] = field(default_factory=list)
    """Own word number, offset of the opposite synset, its word number."""
    similar: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    """Lexical identifiers of the words, to look up how often each was tagged."""


def plain(word: str) -> bool:
    """Whether a lemma is one lower-case word."""
    return word.isascii() and word.isalpha() and word.islower()


def synsets(path: Path) -> Iterator[tuple[str, Synset]]:
    """Offset and content of every synset of a data file."""
    for line in path.read_text(encoding="latin-1").splitlines()[LICENCE_LINES:]:
        parts = line.split(" | ")[0].split()
        offset, lex_file, kind, count = parts[0], parts[1], parts[2], int(parts[3], 16)
        names = [parts[4 + 2 * i].split("(")[0] for i in range(count)]
        numbers = [int(parts[5 + 2 * i], 16) for i in range(count)]
        found = Synset(words=names)
        code = {"n": 1, "v": 2, "a": 3, "r": 4, "s": 5}[kind]
        found.keys = [f"{n.lower()}%{code}:{lex_file}:{k:02d}:" for n, k in zip(names, numbers, strict=True)]
        at = 4 + 2 * count
        for i in range(int(parts[at])):
            symbol, target, _, ends = parts[at + 1 + 4 * i : at + 5 + 4 * i]
            if symbol == "!":
                found.antonyms.append((int(ends[:2], 16), target, int(ends[2:], 16)))
            elif symbol == "&":
                found.similar.append(target)
        yield offset, found


def tag_counts(path: Path) -> tuple[dict[str, int], dict[str, int]]:
    """How often each leading sense and each lemma was tagged; the sense's key without its satellite part."""
    senses: dict[str, int] = defaultdict(int)
    lemmas: dict[str, int] = defaultdict(int)
    for line in path.read_text(encoding="latin-1").splitlines():
        key, rank, count = line.split()
        lemma, _, rest = key.partition("%")
        if int(rank) <= SATELLITE_SENSE:
            senses[f"{lemma}%{':'.join(rest.split(':')[:3])}:"] += int(count)
        lemmas[lemma] += int(count)
    return senses, lemmas


def antonyms(folder: Path, senses: dict[str, int]) -> set[tuple[str, str, str]]:
    """Every direct pair of single words, and the indirect pairs of common adjectives."""
    pairs = set()
    for pos, name in FILES.items():
        table = dict(synsets(folder / f"data.{name}"))
        for one in table.values():
            for own, target, other in one.antonyms:
                a, b = sorted((one.words[own - 1], table[target].words[other - 1]))
                if plain(a) and plain(b) and a != b:
                    pairs.add((a, b, pos))
        if pos != "a":
            continue
        direct = {(a, b) for a, b, _ in pairs}

        def common(offset: str, table: dict[str, Synset] = table) -> set[str]:
            one = table[offset]
            return {
                w for w, k in zip(one.words, one.keys, strict=True) if plain(w) and senses.get(k, 0) >= SATELLITE_COUNT
            }

        for offset, one in table.items():
            for _, target, _ in one.antonyms:
                heads, against = common(offset), common(target)
                if {"ordinal", "cardinal"} & (heads | against):  # every numeral resembles one of the two
                    continue
                near = heads.union(*(common(s) for s in one.similar)) - against
                for a in near:
                    for b in against - {a}:
                        pair = (min(a, b), max(a, b))
                        if pair not in direct:
                            pairs.add((*pair, "s"))
    return pairs


def regular(form: str, lemma: str) -> bool:
    """Whether the plain rules of inflection already lead from the form to the lemma."""
    for end, put in (("s", ""), ("es", ""), ("ed", ""), ("d", ""), ("ing", ""), ("ing", "e"), ("r", ""), ("st", "")):
        if form == lemma[: len(lemma) - len(put)] + end:
            return True
    if lemma.endswith("y") and form in {lemma[:-1] + end for end in ("ies", "ied", "ier", "iest")}:
        return True
    return form in {lemma + end for end in ("er", "est")} | {lemma + lemma[-1] + e for e in ("ed", "ing", "er", "est")}


def forms(folder: Path, lemmas: dict[str, int]) -> set[tuple[str, str]]:
    """Irregular forms of words in use."""
    found = set()
    for name in FILES.values():
        for line in (folder / f"{name}.exc").read_text(encoding="latin-1").splitlines():
            form, *of = line.split()
            for lemma in of:
                kept = plain(form) and plain(lemma) and lemmas.get(lemma, 0) >= FORM_COUNT and form not in lemmas
                known = name == "verb" and plain(form) and lemmas.get(lemma, 0) >= 20
                if (kept or known) and form != lemma and not regular(form, lemma):
                    found.add((form, lemma))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    senses, lemmas = tag_counts(options.wordnet / "cntlist.rev")
    head = "# From WordNet 3.0, Copyright 2006 by Princeton University; licence in WORDNET_LICENSE. Written by training/lexicon.py.\n"
    tables: dict[str, set[tuple[str, ...]]] = {
        "antonyms.txt": {*antonyms(options.wordnet, senses)},
        "forms.txt": {*forms(options.wordnet, lemmas)},
    }
    for name, rows in tables.items():
        body = "".join("\t".join(row) + "\n" for row in sorted(rows))
        (options.out / name).write_text(head + body, encoding="utf-8")
    lines = (options.wordnet / "data.adj").read_text(encoding="latin-1").splitlines()[:LICENCE_LINES]
    # Every line of the notice starts with its number.
    licence = "\n".join(line.split(maxsplit=1)[1].rstrip() if len(line.split()) > 1 else "" for line in lines)
    (options.out / "WORDNET_LICENSE").write_text(licence + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
