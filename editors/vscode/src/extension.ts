// gec in VS Code: starts `gec lsp` once a text that it reads is open, and says how it is. What is found, what can be
// done about it and why comes from the server.
import { type ChildProcess, spawn } from "node:child_process";
import { homedir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import {
  CloseAction,
  DidChangeConfigurationNotification,
  ErrorAction,
  ExecuteCommandRequest,
  LanguageClient,
  type LanguageClientOptions,
  State,
} from "vscode-languageclient/node";

import { find } from "./find.mjs";
import { offer } from "./install";
import { given, languages, program } from "./settings";
import { Status } from "./status";

const CORRECT = "gec.correct"; // the server's commands
const REWRITE = "gec.rewrite"; // where it has it
const MISSING = "gec is not installed where VS Code looks for it: the folder’s .venv, and the PATH.";

let gec: Gec | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const here = (gec = new Gec(path.join(context.globalStorageUri.fsPath, "venv")));
  context.subscriptions.push(
    here,
    vscode.commands.registerCommand("gec.correctFile", () => here.correctFile()),
    vscode.commands.registerCommand("gec.rewriteParagraph", () => here.rewriteParagraph()),
    vscode.commands.registerCommand("gec.restart", () => here.restart()),
    vscode.commands.registerCommand("gec.showLog", () => here.log.show()),
    vscode.workspace.onDidOpenTextDocument((document) => here.opened(document)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => here.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("gec.path") || change.affectsConfiguration("gec.languages")) void here.restart();
    }),
    vscode.window.onDidChangeActiveTextEditor(() => here.status.refresh()),
    vscode.languages.onDidChangeDiagnostics(() => here.status.refresh()),
  );
  here.look();
}

export function deactivate(): Promise<void> | undefined {
  return gec?.stop();
}

class Gec {
  readonly log = vscode.window.createOutputChannel("gec");
  readonly status = new Status();
  private client: LanguageClient | undefined;
  private server: Running | undefined;
  private begun = false; // or tried: what failed is tried again when the user says so

  constructor(private readonly environment: string) {}

  dispose(): void {
    this.status.dispose();
    this.log.dispose();
  }

  /** Start if a text is open that gec reads. */
  look(): void {
    for (const document of vscode.workspace.textDocuments) this.opened(document);
  }

  opened(document: vscode.TextDocument): void {
    if (!this.begun && reads(document)) void this.start();
  }

  async restart(): Promise<void> {
    await this.stop();
    this.look();
  }

  async stop(): Promise<void> {
    const { client, server } = this;
    this.client = this.server = undefined;
    this.begun = false;
    this.status.become({ is: "off" });
    if (client?.state === State.Running) await client.stop().catch(() => undefined);
    server?.process?.kill(); // where it did not end by itself, or is only starting
  }

  private async start(): Promise<void> {
    this.begun = true;
    const file = this.find();
    if (!file) {
      const why = program() ? `gec.path says ${program()}, and there is no such program.` : MISSING;
      this.failed(why);
      if (await offer(this.environment, why)) await this.restart();
      return;
    }
    this.log.appendLine(`starting ${file} lsp`);
    this.status.become({ is: "starting" });
    const server: Running = (this.server = new Running());
    const client = new LanguageClient("gec", "gec", () => server.start(file), this.options(server));
    this.client = client;
    client.onDidChangeState(({ newState }) => {
      if (this.client !== client || newState !== State.Running) return;
      const { commands } = client.initializeResult?.capabilities.executeCommandProvider ?? {};
      void vscode.commands.executeCommand("setContext", "gec.rewrites", commands?.includes(REWRITE) ?? false);
      this.status.become({ is: "running" });
    });
    try {
      await client.start();
    } catch (error) {
      const why = await server.why(String(error));
      if (this.client === client) this.failed(why);
    }
  }

  private find(): string | undefined {
    const { isTrusted, workspaceFolders } = vscode.workspace;
    const folders = isTrusted ? (workspaceFolders ?? []).map((folder) => folder.uri.fsPath) : [];
    const windows = process.platform === "win32";
    return find({ setting: program(), folders, searched: process.env.PATH ?? "", own: this.environment, windows });
  }

  private options(server: Running): LanguageClientOptions {
    const schemes = ["file", "untitled"];
    return {
      documentSelector: languages().flatMap((language) => schemes.map((scheme) => ({ scheme, language }))),
      outputChannel: this.log,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: async () => {
          const why = await server.why("gec lsp has ended.");
          if (this.server === server) this.failed(why);
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
      middleware: {
        workspace: {
          configuration: ({ items }) =>
            items.map(({ scopeUri }) => given(scopeUri ? vscode.Uri.parse(scopeUri) : undefined)),
          // The server then asks for what it needs.
          didChangeConfiguration: async () =>
            this.client?.sendNotification(DidChangeConfigurationNotification.type, { settings: null }),
        },
      },
    };
  }

  private failed(why: string): void {
    this.status.become({ is: "failed", why });
    this.log.appendLine(why);
  }

  /** Take all corrections of the text in front. */
  async correctFile(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    const done = document && (await this.ask(document, "gec is correcting the text", CORRECT));
    if (typeof done !== "number") return;
    const said = done === 0 ? "nothing to correct" : done === 1 ? "1 correction made" : `${done} corrections made`;
    vscode.window.setStatusBarMessage(`gec: ${said}`, 5000);
  }

  /** Write the paragraphs of the selection anew. */
  async rewriteParagraph(): Promise<void> {
    const { document, selection } = vscode.window.activeTextEditor ?? {};
    if (!document || !selection) return;
    const { start, end } = selection;
    const last = end.character === 0 ? Math.max(start.line, end.line - 1) : end.line;
    await this.ask(document, "gec is rewriting", REWRITE, document.version, start.line, last);
  }

  /** Have the server carry out a command, or say why that cannot be. */
  private async ask(document: vscode.TextDocument, title: string, command: string, ...more: number[]) {
    const { client } = this;
    if (!reads(document)) {
      return warn(`gec does not read ${document.languageId} here; add it to gec.languages to have it read.`);
    }
    if (client?.state !== State.Running) return warn("gec is not running; its log says why. gec: Restart tries again.");
    const params = { command, arguments: [document.uri.toString(), ...more] };
    const where = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    return vscode.window.withProgress(where, (_, token) =>
      client.sendRequest(ExecuteCommandRequest.type, params, token).catch((error: unknown) => {
        if (!token.isCancellationRequested) warn(`gec: ${String(error)}`);
      }),
    );
  }
}

function reads({ uri, languageId }: vscode.TextDocument): boolean {
  return ["file", "untitled"].includes(uri.scheme) && languages().includes(languageId);
}

function warn(message: string): void {
  void vscode.window.showWarningMessage(message);
}

/** The server's process. */
class Running {
  process: ChildProcess | undefined;
  private said = ""; // last on stderr
  private ended: Promise<unknown> = Promise.resolve();

  async start(file: string): Promise<ChildProcess> {
    const { isTrusted, workspaceFolders } = vscode.workspace;
    const cwd = isTrusted ? workspaceFolders?.[0]?.uri.fsPath : homedir();
    const server = (this.process = spawn(file, isTrusted ? ["lsp"] : ["lsp", "--untrusted"], { cwd }));
    this.ended = new Promise((resolve) => server.once("close", resolve));
    server.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.said = text.trim().split("\n").at(-1) || this.said;
    });
    await new Promise((resolve, reject) => server.once("spawn", resolve).once("error", reject));
    return server;
  }

  /** Why it ended; what it said of that may come a little later. */
  async why(unsaid: string): Promise<string> {
    await Promise.race([this.ended, new Promise((resolve) => setTimeout(resolve, 1000))]);
    return this.said || unsaid;
  }
}
