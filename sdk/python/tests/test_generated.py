"""The generated models are what the generator writes, and what they say of an answer is so."""

from __future__ import annotations

import subprocess

import pytest

from cases import ROOT
from ushirika import models
from ushirika._model import Model

WRITE_MODELS = """
import { readSdkModel } from './dist/sdk/generate/main.js';
import { writeModels } from './dist/sdk/generate/python-models.js';
process.stdout.write(writeModels(await readSdkModel('.'), '.'));
"""


def test_models_are_what_npm_run_sdk_writes() -> None:
    if not (ROOT / "dist/sdk/generate/python-models.js").exists():
        pytest.skip("the generator is not built: npm run build")
    written = subprocess.run(
        ["node", "--input-type=module", "--eval", WRITE_MODELS],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    there = (ROOT / "sdk/python/src/ushirika/generated/models.py").read_text()
    assert written == there, "npm run sdk"


def test_every_model_is_exported() -> None:
    exported = [
        each for each in vars(models).values() if isinstance(each, type) and issubclass(each, Model)
    ]
    assert models.Payment in exported
    assert len(exported) > 70
    for model in exported:
        assert model.model_config["frozen"]
        assert model.model_config["extra"] == "allow"
        assert model.model_rebuild(force=True, raise_errors=True)
