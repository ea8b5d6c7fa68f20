// What the server is told of the settings: what somebody has set, and nothing else. VS Code's defaults would go before
// the project's `.gec.toml`, which they are not meant to. Nor does a folder that nobody trusts have a say.
import { ConfigurationTarget, type TextDocument, type Uri, workspace } from "vscode";

export const SCHEMES = ["file", "untitled"]; // of texts that are read
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

export function reads({ uri, languageId }: TextDocument): boolean {
  return SCHEMES.includes(uri.scheme) && languages().includes(languageId);
}

export function program(): string {
  return workspace.getConfiguration(SECTION).get<string>("path", "").trim();
}

/** Where it is set already, or else for all folders: what a folder says would go before that. */
export function setProgram(file: string): Thenable<void> {
  const section = workspace.getConfiguration(SECTION);
  const folder = section.inspect("path")?.workspaceValue !== undefined;
  return section.update("path", file, folder ? ConfigurationTarget.Workspace : ConfigurationTarget.Global);
}
