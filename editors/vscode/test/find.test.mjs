import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, test } from "node:test";

import { find, installing } from "../src/find.mjs";

let root, places;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "gec it's "));
  const [folders, searched, own] = [[path.join(root, "work")], path.join(root, "bin"), path.join(root, "own")];
  places = { setting: "", folders, searched: `${searched}:/nowhere`, own, windows: false };
});
afterEach(() => rmSync(root, { recursive: true }));

function program(file, mode = 0o755, script = "") {
  const full = path.join(root, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, `#!/bin/sh\n${script}`);
  chmodSync(full, mode);
  return full;
}

test("the folder's environment goes before the PATH, and the extension's own comes last", () => {
  assert.equal(find(places), undefined);
  const own = program("own/bin/gec");
  assert.equal(find(places), own);
  const searched = program("bin/gec");
  assert.equal(find(places), searched);
  const folder = program("work/.venv/bin/gec");
  assert.equal(find(places), folder);
  assert.equal(find({ ...places, folders: [] }), searched);
});

test("what the setting names is the program, and nothing else", () => {
  program("bin/gec");
  const mine = program("work/tools/mine");
  for (const setting of [mine, "tools/mine", "${workspaceFolder}/tools/mine"]) {
    assert.equal(find({ ...places, setting }), mine);
  }
  assert.equal(find({ ...places, setting: "tools/none" }), undefined);
  assert.equal(find({ ...places, setting: "~/no such gec" }), undefined);
  const home = path.relative(homedir(), mine);
  assert.equal(find({ ...places, setting: `~/${home}` }), mine);
});

test("what cannot be run is passed over", () => {
  program("work/.venv/bin/gec", 0o644);
  mkdirSync(path.join(root, "own/bin/gec"), { recursive: true });
  assert.equal(find(places), undefined);
  const searched = program("bin/gec");
  assert.equal(find(places), searched);
});

test("the PATH's folders that depend on where one is are passed over", () => {
  program("bin/gec");
  const here = process.cwd();
  process.chdir(root);
  try {
    assert.equal(find({ ...places, searched: "bin:.:" }), undefined);
  } finally {
    process.chdir(here);
  }
});

test("Windows has other names", () => {
  const exe = program("work/.venv/Scripts/gec.exe", 0o644);
  assert.equal(find({ ...places, windows: true, searched: "" }), exe);
});

test("the command to install is one that a shell takes as it is meant", () => {
  const seen = path.join(root, "seen");
  for (const name of ["bin/python3", "own/bin/python"]) program(name, 0o755, `printf '%s|' "$@" >> "$SEEN"\n`);
  const command = installing("/it's $HOME", places.own, false);
  const env = { ...process.env, PATH: `${root}/bin:${process.env.PATH}`, SEEN: seen };
  execFileSync("/bin/sh", ["-c", command], { env });
  assert.equal(readFileSync(seen, "utf8"), `-m|venv|${places.own}|-m|pip|install|/it's $HOME[lsp]|`);
});
