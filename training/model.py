"""The judge network: a BERT encoder over (passage, claim) with a head that also sees the two texts' mean vectors."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn
from transformers import BertConfig, BertModel

#: Why two texts clash, then why they only seem to.
KINDS = (
    "numeric", "date", "version", "negation", "antonym", "entity", "statement",
    "superseded", "exception", "list_valued", "refinement", "homonym", "scope", "hedge", "restatement",
    "different_attribute", "unit_equal",
)  # fmt: skip


class PairClassifier(nn.Module):
    """Logits for token ids of shape (batch, tokens): three labels (SUPPORTS, CONTRADICTS, IRRELEVANT), and KINDS.

    The backbone was trained to bring sentences of like meaning together by mean pooling, so the head gets the mean
    vector of each segment, their distance and their product beside the first token: closeness of topic is then
    available from the first step, and the encoder is left to learn agreement.
    """

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.bert = BertModel(config, add_pooling_layer=False)
        h = config.hidden_size
        self.dense = nn.Linear(5 * h, h)
        self.dropout = nn.Dropout(0.1)
        self.out = nn.Linear(h, 3)
        self.kind = nn.Linear(h, len(KINDS))

    @classmethod
    def from_backbone(cls, folder: Path) -> PairClassifier:
        # Drawing the masks of dropout takes longer on a CPU than the layers themselves; the head keeps its own.
        config = BertConfig.from_pretrained(
            folder, attn_implementation="eager", hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0
        )
        model = cls(config)
        model.bert = BertModel.from_pretrained(folder, config=config, add_pooling_layer=False)
        return model

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.bert(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        ).last_hidden_state
        claim = (attention_mask * token_type_ids).unsqueeze(-1).to(hidden.dtype)
        passage = (attention_mask * (1 - token_type_ids)).unsqueeze(-1).to(hidden.dtype)
        u = (hidden * passage).sum(1) / passage.sum(1).clamp(min=1.0)
        v = (hidden * claim).sum(1) / claim.sum(1).clamp(min=1.0)
        features = torch.cat([hidden[:, 0], u, v, (u - v).abs(), u * v], dim=-1)
        last = self.dropout(torch.tanh(self.dense(self.dropout(features))))
        return self.out(last), self.kind(last)

    def load_any(self, state: dict[str, torch.Tensor]) -> None:
        """Weights of a run, of one from before there were kinds too."""
        missing, unknown = self.load_state_dict(state, strict=False)
        if unknown or set(missing) - {"kind.weight", "kind.bias"}:
            raise ValueError(f"weights of another network: missing {missing}, unknown {unknown}")
