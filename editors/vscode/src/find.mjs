// Where gec is looked for. It knows files alone, and nothing of VS Code, so that its tests need nothing but Node.
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/**
 * @typedef {object} Places
 * @property {string} setting what `gec.path` says; empty where it says nothing
 * @property {readonly string[]} folders of the workspace, where they are trusted
 * @property {string} searched the PATH
 * @property {string} own the environment that the extension makes
 * @property {boolean} windows
 */

/**
 * The program, or undefined. What the setting names is the program or nothing: another one would surprise.
 * @param {Places} places
 * @returns {string | undefined}
 */
export function find({ setting, folders, searched, own, windows }) {
  const name = windows ? "gec.exe" : "gec";
  if (setting) return named(setting, folders).find((file) => runs(file, windows));
  const environments = folders.map((folder) => path.join(folder, ".venv"));
  const bins = [
    ...environments.map((folder) => scripts(folder, windows)),
    ...searched.split(windows ? ";" : ":").filter((folder) => path.isAbsolute(folder)),
    scripts(own, windows),
  ];
  return bins.map((folder) => path.join(folder, name)).find((file) => runs(file, windows));
}

/**
 * The files that a setting may mean: `~` is the home, and the rest of the way begins in a folder of the workspace.
 * @param {string} setting
 * @param {readonly string[]} folders
 */
function named(setting, folders) {
  const file = setting.replace(/^~(?=$|[\\/])/, homedir()).replace(/^\$\{workspaceFolder\}[\\/]/, "");
  return path.isAbsolute(file) ? [path.normalize(file)] : folders.map((folder) => path.join(folder, file));
}

/**
 * Where an environment has its programs.
 * @param {string} environment
 * @param {boolean} windows
 */
export function scripts(environment, windows) {
  return path.join(environment, windows ? "Scripts" : "bin");
}

/**
 * @param {string} file
 * @param {boolean} windows
 */
function runs(file, windows) {
  try {
    if (!windows) accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * The command that installs gec from a copy of its repository into an environment of its own. It is for `sh`, and on
 * Windows for `cmd`.
 * @param {string} clone
 * @param {string} environment
 * @param {boolean} windows
 */
export function installing(clone, environment, windows) {
  const quoted = windows
    ? (/** @type {string} */ word) => `"${word}"`
    : (/** @type {string} */ word) => `'${word.replaceAll("'", "'\\''")}'`;
  const python = path.join(scripts(environment, windows), "python");
  const made = `${windows ? "py" : "python3"} -m venv ${quoted(environment)}`;
  return `${made} && ${quoted(python)} -m pip install ${quoted(`${clone}[lsp]`)}`;
}
