// What the server is told of the settings: what somebody has set, and nothing else. VS Code's defaults would go before
// the project's `.gec.toml`, which they are not meant to. Nor does a folder that nobody trusts have a say.
import { ConfigurationTarget, type Uri, workspace } from "vscode";

const SECTION = "gec";
const OURS = new Set(["path", "languages", "trace"]); // the server has nothing to do with them

export function given(scope?: Uri): Record<string, unknown> {
  const section = workspace.getConfiguration(SECTION, scope);
  const told: Record<string, unknown> = {};
  for (const name of Object.keys(section)) {
    const places = OURS.has(name) ? undefined : section.inspect(name);
    const folders = workspace.isTrusted ? (places?.workspaceFolderValue ?? places?.workspaceValue) : undefined;
    const value = folders ?? places?.globalValue;
    if (value !== undefined && value !== null) told[name] = value;
  }
  return told;
}

export function languages(): string[] {
  return workspace.getConfiguration(SECTION).get<string[]>("languages", []);
}

export function program(): string {
  return workspace.getConfiguration(SECTION).get<string>("path", "").trim();
}

export function setProgram(file: string): Thenable<void> {
  return workspace.getConfiguration(SECTION).update("path", file, ConfigurationTarget.Global);
}
