"""Runs the examples of README.md in an empty folder, each in an interpreter that sees the installed package only."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_runs(tmp_path, code):
    if "widget" in code:
        pytest.importorskip("anywidget")
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_the_readme_has_examples():
    assert len(EXAMPLES) >= 6
