"""What asserts nothing is set aside; what looks like it and asserts something stays a claim."""

from __future__ import annotations

import time

import pytest

from dissensus.decompose.nonclaims import nonclaim_reason

REFUSALS = [
    "I don't know.",
    "I do not know the answer to that.",
    "I’m sorry, but I cannot answer that question.",
    "Sorry, I could not find that in the documents.",
    "Unfortunately, I was unable to find any information about the bridge.",
    "I cannot determine when the bridge opened.",
    "We could not find any relevant documents.",
    "I can't help with that.",
    "I am not able to provide medical advice.",
    "I'm not sure.",
    "I am not aware of any such bridge.",
    "As an AI language model, I have no opinions.",
    "The documents do not mention the bridge.",
    "The provided context does not contain enough information.",
    "None of the documents mention the architect.",
    "None of the retrieved passages says when it opened.",
    "The sources don't say.",
    "Based on the provided documents, I cannot tell whether it opened.",
    "There is not enough information to answer.",
    "There's no mention of a bridge in the context.",
    "No information available.",
    "Insufficient context.",
    "It is not mentioned in the documents.",
    "That isn't stated in any of the sources.",
    "Unknown.",
    "N/A",
    "Unanswerable",
    "Not found.",
    "I apologize.",
    "Sorry about that.",
    "My apologies.",
    "I don't have access to real-time data.",
]
GREETINGS = [
    "Hello!",
    "Hi there,",
    "Hello everyone.",
    "Good morning!",
    "Dear Anna,",
    "Thanks!",
    "Thank you very much.",
    "Thank you for your question.",
    "Sure!",
    "Certainly.",
    "Of course!",
    "Great question!",
    "You're welcome.",
    "I hope this helps!",
    "Let me know if you have other questions.",
    "Feel free to ask more.",
    "Please don't hesitate to contact me.",
    "Best regards, Anna",
    "Happy to help!",
    "Goodbye!",
]
QUESTIONS = ["Is it tall?", "What about the bridge?!?", "“When did it open?”", "它高吗？", "هل هو طويل؟"]
CLAIMS = [
    "We did not find an increase in mortality.",
    "Thanks to the bridge, traffic fell.",
    "Unfortunately, the bridge collapsed in 1954.",
    "I do not eat meat.",
    "We cannot have dinner before eight.",
    "The study could not find a difference between the groups.",
    "The researchers do not know why bees dance.",
    "It is not known who built the bridge.",
    "The bridge is not open to lorries.",
    "There is no bridge across the bay.",
    "There is no evidence of life on Mars.",
    "No one was hurt.",
    "The documentary does not mention his wife.",
    "The author did not sign the contract.",
    "Hello Kitty was created in 1974.",
    "Good morning routines improve sleep.",
    "Dear Abby began in 1956.",
    "Sure Start opened 250 centres.",
    "Certainly the bridge is old.",
    "Of course the bridge closed in winter.",
    "Absolutely no dogs are allowed.",
    "The answer is 42.",
    "The company apologised for the delay.",
    "Sorry is a song by Justin Bieber.",
    "Unknown Pleasures was released in 1979.",
    "As an AI company, Acme trains models.",
    "Information theory was founded by Shannon.",
    "The context of the war was economic.",
    "Sources close to the minister deny it.",
    "The documents mention the bridge twice.",
    "The contract was not available in English.",
    "I am certain that it opened in 1954.",
    "We did not see any deer in the park.",
    "The retrieved data show a decline.",
    "Who opened the bridge is not known to historians.",
    "He asked when the bridge opened.",
    "Not all bridges are tall.",
    "Not found in Europe, the species lives in Asia.",
    "Hope Street was renamed in 1890.",
    "Let me know is a song by Tamia.",
    "Okay was first printed in 1839.",
    "No",
    "42",
    "It opened in 1954",
]


@pytest.mark.parametrize("sentence", REFUSALS)
def test_refusals(sentence: str) -> None:
    assert nonclaim_reason(sentence) == "refusal"


@pytest.mark.parametrize("sentence", GREETINGS)
def test_greetings(sentence: str) -> None:
    assert nonclaim_reason(sentence) == "greeting"


@pytest.mark.parametrize("sentence", QUESTIONS)
def test_questions(sentence: str) -> None:
    assert nonclaim_reason(sentence) == "question"


@pytest.mark.parametrize("sentence", ["", "...", "—", "***", "😀", "( )"])
def test_no_words(sentence: str) -> None:
    assert nonclaim_reason(sentence) == "no_words"


@pytest.mark.parametrize("sentence", CLAIMS)
def test_claims_that_look_like_something_else(sentence: str) -> None:
    assert nonclaim_reason(sentence) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "The materials do not contain asbestos.",
        "Information does not have mass.",
        "We did not help the rebels win the war.",
        "I did not tell the police about the fire.",
        "It was not available in Europe, according to two sources.",
        "I hope it helps prices fall in 2025.",
    ],
)
def test_claims_with_the_words_of_a_refusal(sentence: str) -> None:
    assert nonclaim_reason(sentence) is None


@pytest.mark.parametrize(
    "sentence",
    ["sorry " * 50_000, "I cannot " + "find the " * 50_000, "based on " * 50_000, "hi " * 50_000, "." * 50_000],
)
def test_long_nonsense_takes_no_time(sentence: str) -> None:
    began = time.process_time()
    nonclaim_reason(sentence)
    assert time.process_time() - began < 0.5
