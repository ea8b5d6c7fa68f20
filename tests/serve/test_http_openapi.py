"""The OpenAPI document, held against the server by schemathesis: no 5xx, and answers as they are described."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
SCHEMATHESIS = shutil.which("schemathesis", path=str(Path(sys.executable).parent))
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
    "response_headers_conformance,unsupported_method"
)


@pytest.mark.skipif(SCHEMATHESIS is None, reason="needs schemathesis, of the extra dev")
def test_the_server_does_what_its_description_says(here, tmp_path: Path) -> None:
    options = ["--phases", "examples,coverage,fuzzing", "--max-examples", "10", "--seed", "1"]
    options += ["--suppress-health-check", "all", "--generation-database", "none"]
    run = subprocess.run(
        [str(SCHEMATHESIS), "run", f"{here.url}/openapi.json", "--checks", CHECKS, *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
