"""What is kept of the lists of a person."""

from __future__ import annotations

import json

from bot.services import Services
from bot.store.forgetting import list_key
from tests.bot.playing import ANN


async def test_names_that_somebody_explained_are_kept_of_them_without_a_list_too(services: Services) -> None:
    """They stand in the export of `/privacy`, and count there."""
    written = json.dumps({"text": "", "learned": {"boys": "militia"}})
    await services.record.remember(list_key(ANN.id, "fubar"), written)
    assert {key: draft.learned for key, draft in (await services.army_lists.kept(ANN.id)).items()} == {
        "fubar": {"boys": "militia"}
    }
