// The item in the status bar: what gec is doing, how much it found in the text in front, and what a click does.
import { commands, languages, StatusBarAlignment, ThemeColor, window } from "vscode";

export type State = { is: "off" } | { is: "starting" } | { is: "running" } | { is: "failed"; why: string };

export class Status {
  private readonly item = window.createStatusBarItem("gec", StatusBarAlignment.Right, 100);
  private state: State = { is: "off" };

  constructor() {
    this.item.name = "gec";
  }

  dispose(): void {
    this.item.dispose();
  }

  become(state: State): void {
    this.state = state;
    void commands.executeCommand("setContext", "gec.running", state.is === "running");
    this.refresh();
  }

  refresh(): void {
    const { item, state } = this;
    if (state.is === "off") return item.hide();
    item.backgroundColor = state.is === "failed" ? new ThemeColor("statusBarItem.errorBackground") : undefined;
    if (state.is === "failed") {
      this.show("$(error) gec", `${state.why}\n\nClick to see the log.`, "gec.showLog");
    } else if (state.is === "starting") {
      this.show("$(sync~spin) gec", "gec is starting. Click to see the log.", "gec.showLog");
    } else {
      const found = this.found();
      const said = found === 1 ? "1 correction" : `${found} corrections`;
      const icon = found ? "$(pencil)" : "$(check)";
      const tooltip = `${said} in this text. Click to see all problems.`;
      this.show(`${icon} gec${found ? ` ${found}` : ""}`, tooltip, "workbench.actions.view.problems");
    }
    item.show();
  }

  /** How many problems the text in front has. */
  private found(): number {
    const uri = window.activeTextEditor?.document.uri;
    return uri ? languages.getDiagnostics(uri).filter((one) => one.source === "gec").length : 0;
  }

  private show(text: string, tooltip: string, command: string): void {
    this.item.text = text;
    this.item.accessibilityInformation = { label: `gec: ${tooltip}` };
    this.item.tooltip = tooltip;
    this.item.command = command;
  }
}
