// What is offered where gec is not found: to install it from a copy of its repository, or to say where it is. Nothing
// runs before the user has seen the command and said yes.
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import {
  commands,
  env,
  ProgressLocation,
  ShellExecution,
  Task,
  TaskRevealKind,
  tasks,
  TaskScope,
  window,
  workspace,
} from "vscode";

import { installing } from "./find.mjs";
import { program, setProgram } from "./settings";

const WINDOWS = process.platform === "win32";

let busy = false; // with installing

/** Whether there is something new to start. Where a setting names the program, installing another one does not help. */
export async function offer(environment: string, missing: string): Promise<boolean> {
  if (busy) return false;
  const other = program() ? "Open settings" : "Install…";
  const chosen = await window.showWarningMessage(missing, other, "Choose the program…");
  if (chosen === "Install…") return install(environment);
  if (chosen === "Open settings") await commands.executeCommand("workbench.action.openSettings", "gec.path");
  return chosen === "Choose the program…" && choose();
}

async function choose(): Promise<boolean> {
  const [file] = (await window.showOpenDialog({ title: "The program gec", openLabel: "Use" })) ?? [];
  if (file) await setProgram(file.fsPath);
  return file !== undefined;
}

async function install(environment: string): Promise<boolean> {
  const clone = await repository();
  if (!clone) return false;
  const command = installing(clone, environment, WINDOWS);
  const needs = "It needs Python 3.11 or later, fetches packages from PyPI, and takes about 270 MB.";
  const ways = workspace.isTrusted ? ["Run", "Copy"] : ["Copy"];
  const where = workspace.isTrusted ? "" : " VS Code runs it only in a folder that you trust.";
  const [title, detail] = ["The command that installs gec", `${command}\n\n${needs}${where}`];
  const answer = await window.showInformationMessage(title, { modal: true, detail }, ...ways);
  if (answer === "Copy") await env.clipboard.writeText(command);
  return answer === "Run" && (await run(command)) === 0;
}

/** The folder of gec's repository: one that is open, or one that the user shows. */
async function repository(): Promise<string | undefined> {
  const open = workspace.workspaceFolders?.map((folder) => folder.uri.fsPath).find(isRepository);
  if (open) return open;
  const title = "The folder of gec’s repository (git clone)";
  const picked = { title, openLabel: "Install from here", canSelectFolders: true, canSelectFiles: false };
  const [folder] = (await window.showOpenDialog(picked)) ?? [];
  if (!folder || isRepository(folder.fsPath)) return folder?.fsPath;
  void window.showErrorMessage(`${folder.fsPath} is not gec’s repository: its pyproject.toml does not say so.`);
  return undefined;
}

function isRepository(folder: string): boolean {
  const file = path.join(folder, "pyproject.toml");
  return existsSync(file) && /^name = "gec"$/m.test(readFileSync(file, "utf8"));
}

/** Runs a command in a terminal that the user sees, and says how it ended. */
async function run(command: string): Promise<number | undefined> {
  const [executable, ...shellArgs] = WINDOWS ? ["cmd.exe", "/d", "/c"] : ["/bin/sh", "-c"];
  const shell = new ShellExecution(command, { executable, shellArgs, cwd: homedir() }); // no folder may be open
  const task = new Task({ type: "shell" }, TaskScope.Workspace, "install gec", "gec", shell);
  task.presentationOptions = { reveal: TaskRevealKind.Always };
  busy = true;
  try {
    return await window.withProgress({ location: ProgressLocation.Window, title: "installing gec" }, () => ended(task));
  } finally {
    busy = false;
  }
}

async function ended(task: Task): Promise<number | undefined> {
  const running = await tasks.executeTask(task);
  return new Promise((resolve) => {
    const listening = tasks.onDidEndTaskProcess((ended) => {
      if (ended.execution !== running) return;
      listening.dispose();
      resolve(ended.exitCode);
    });
  });
}
