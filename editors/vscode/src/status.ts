// The item in the status bar: what gec is doing, how much it found in the text in front, and what a click does.
import { commands, languages, StatusBarAlignment, type TextDocument, ThemeColor, type Uri, window } from "vscode";

import { reads } from "./settings";

const PROBLEMS = "workbench.actions.view.problems";
const MOST = 1000; // problems that the server shows of a text at a time

export type State = { is: "off" } | { is: "starting" } | { is: "running" } | { is: "failed"; why: string };

export class Status {
  private readonly item = window.createStatusBarItem("gec", StatusBarAlignment.Right, 100);
  private state: State = { is: "off" };
  private readonly heard = new Set<string>(); // texts of which gec has said something

  constructor() {
    this.item.name = "gec";
  }

  dispose(): void {
    this.item.dispose();
  }

  become(state: State): void {
    this.state = state;
    if (state.is !== "running") this.heard.clear();
    void commands.executeCommand("setContext", "gec.running", state.is === "running");
    this.refresh();
  }

  /** gec has said what it found in a text. */
  told(uri: Uri): void {
    this.heard.add(uri.toString());
    this.refresh();
  }

  opened({ uri }: TextDocument): void {
    this.heard.delete(uri.toString());
    this.refresh();
  }

  refresh(): void {
    const { item, state } = this;
    const text = window.activeTextEditor?.document;
    if (state.is === "off" || (state.is === "running" && !(text && reads(text)))) return item.hide();
    item.backgroundColor = state.is === "failed" ? new ThemeColor("statusBarItem.errorBackground") : undefined;
    if (state.is === "failed") {
      this.show("$(error) gec", `${state.why}\n\nClick to see the log.`, "gec.showLog");
    } else if (state.is === "starting") {
      this.show("$(sync~spin) gec", "gec is starting. Click to see the log.", "gec.showLog");
    } else if (text && this.heard.has(text.uri.toString())) {
      this.count(languages.getDiagnostics(text.uri).filter((one) => one.source === "gec").length);
    } else {
      this.show("$(ellipsis) gec", "gec has not read this text yet. Click to see the log.", "gec.showLog");
    }
    item.show();
  }

  private count(found: number): void {
    const said = found >= MOST ? `${MOST} corrections or more` : found === 1 ? "1 correction" : `${found} corrections`;
    const icon = found ? `$(pencil) gec ${found}${found < MOST ? "" : "+"}` : "$(check) gec";
    this.show(icon, `${found ? said : "Nothing to correct"} in this text. Click to see all problems.`, PROBLEMS);
  }

  private show(text: string, tooltip: string, command: string): void {
    this.item.text = text;
    this.item.accessibilityInformation = { label: `gec: ${tooltip}` };
    this.item.tooltip = tooltip;
    this.item.command = command;
  }
}
