"""A real editor: Neovim without a window opens a text, shows what is wrong with it and takes an action."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from .conftest import COMMAND, HOME

SCRIPT = """
local found = {}
local function wait(what, seconds) assert(vim.wait(seconds * 1000, what, 20), "waited too long") end
local function problems() return vim.diagnostic.get(0) end

vim.cmd("edit " .. vim.fn.fnameescape(ARGUMENTS.file))
local client = vim.lsp.start_client({ name = "gec", cmd = ARGUMENTS.command, root_dir = ARGUMENTS.folder })
vim.lsp.buf_attach_client(0, client)
wait(function() return #problems() == 2 end, 120)
for _, problem in ipairs(problems()) do
  table.insert(found, { problem.lnum, problem.col, problem.end_col, problem.message })
end

vim.api.nvim_win_set_cursor(0, { problems()[1].lnum + 1, problems()[1].col })
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {}, only = { "quickfix" } }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 20000)
local action = answers[client].result[1]
vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
wait(function() return #problems() == 1 end, 60)
vim.cmd("write")
vim.fn.writefile({ vim.fn.json_encode({ found = found, title = action.title }) }, ARGUMENTS.report)
vim.cmd("quitall!")
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("nvim") is None, reason="needs Neovim")
def test_neovim_shows_problems_and_takes_an_action(tmp_path: Path) -> None:
    text = "# 😀 Home\n\nYesterday 😀 they was happy. `They was happy.`\n\nShe go to school.\n"
    file, script, report = tmp_path / "letter.md", tmp_path / "script.lua", tmp_path / "report.json"
    file.write_text(text, encoding="utf-8")
    arguments = {"file": str(file), "folder": str(tmp_path), "command": COMMAND, "report": str(report)}
    script.write_text(f"ARGUMENTS = vim.fn.json_decode([==[{json.dumps(arguments)}]==])\n{SCRIPT}", encoding="utf-8")
    run = subprocess.run(
        ["nvim", "--headless", "--clean", "-c", f"luafile {script}", "-c", "cquit 3"],
        check=False, env={**os.environ, "XDG_CONFIG_HOME": str(HOME), "XDG_STATE_HOME": str(tmp_path)},
        capture_output=True, text=True, timeout=240,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    said = json.loads(report.read_text())
    assert [message for *_, message in said["found"]] == [
        "replace “was” with “were” (subject-verb agreement)",
        "replace “go” with “goes” (subject-verb agreement)",
    ]
    line, start, end, _ = said["found"][0]
    assert text.splitlines()[line].encode()[start:end] == b"was"
    assert re.match("Replace “was” with “were”", said["title"])
    assert file.read_text(encoding="utf-8") == text.replace("they was", "they were")
