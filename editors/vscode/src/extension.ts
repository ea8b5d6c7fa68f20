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
import { given, languages, program, reads, SCHEMES } from "./settings";
import { Status } from "./status";

const CORRECT = "gec.correct"; // the server's commands
const REWRITE = "gec.rewrite"; // where it has it
const MISSING = "gec is not installed where VS Code looks for it: the folder’s .venv, and the PATH.";
const LONG = 60_000; // milliseconds after which a server that ends is started again: it is not one that cannot start

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
    this.status.opened(document);
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
      const found = await offer(this.environment, why).catch((error: unknown) => this.log.appendLine(String(error)));
      if (found) await this.restart();
      return;
    }
    this.log.appendLine(`starting ${file} lsp`);
    const server: Running = (this.server = new Running());
    const client = new LanguageClient("gec", "gec", () => server.start(file), this.options(server));
    this.client = client;
    client.onDidChangeState(({ newState }) => {
      if (this.client !== client || newState === State.Stopped) return;
      if (newState === State.Starting) return this.status.become({ is: "starting" });
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
    return {
      documentSelector: languages().flatMap((language) => SCHEMES.map((scheme) => ({ scheme, language }))),
      outputChannel: this.log,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: async () => {
          const why = await server.why("gec lsp has ended");
          const again = this.server === server && Date.now() - server.began > LONG;
          if (again) this.log.appendLine(`${why}; starting it again`);
          else if (this.server === server) this.failed(why);
          return { action: again ? CloseAction.Restart : CloseAction.DoNotRestart, handled: true };
        },
      },
      middleware: {
        handleDiagnostics: (uri, diagnostics, next) => {
          next(uri, diagnostics);
          this.status.told(uri);
        },
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
    if (!document) return;
    const where = { location: vscode.ProgressLocation.Notification, title: "gec is correcting the text", cancellable: true };
    const done = await vscode.window.withProgress(where, (_, token) => this.ask(document, CORRECT, [], token));
    if (typeof done !== "number") return;
    const said = done === 0 ? "nothing to correct" : done === 1 ? "1 correction made" : `${done} corrections made`;
    vscode.window.setStatusBarMessage(`gec: ${said}`, 5000);
  }

  /** Write the paragraphs of the selection anew. The server shows how far it is. */
  async rewriteParagraph(): Promise<void> {
    const { document, selection } = vscode.window.activeTextEditor ?? {};
    if (!document || !selection) return;
    const { start, end } = selection;
    const last = end.character === 0 ? Math.max(start.line, end.line - 1) : end.line;
    await this.ask(document, REWRITE, [document.version, start.line, last]);
  }

  /** Have the server carry out a command, or say why that cannot be. */
  private async ask(
    document: vscode.TextDocument,
    command: string,
    more: number[] = [],
    token?: vscode.CancellationToken,
  ): Promise<unknown> {
    const { client } = this;
    if (!reads(document)) {
      return warn(`gec does not read ${document.languageId} here; add it to gec.languages to have it read.`);
    }
    if (client?.state !== State.Running) return void this.idle(); // nothing waits for an answer
    const params = { command, arguments: [document.uri.toString(), ...more] };
    return client.sendRequest(ExecuteCommandRequest.type, params, token).catch((error: unknown) => {
      if (!token?.isCancellationRequested) warn(`gec: ${String(error)}`);
    });
  }

  /** Say that nobody is there to be asked, and what can be done. */
  private async idle(): Promise<void> {
    const chosen = await vscode.window.showWarningMessage("gec is not running.", "Restart", "Show log");
    if (chosen === "Restart") await this.restart();
    else if (chosen) this.log.show();
  }
}

function warn(message: string): void {
  void vscode.window.showWarningMessage(message);
}

/** The server's process. */
class Running {
  process: ChildProcess | undefined;
  began = 0;
  private said = ""; // last on stderr
  private ended: Promise<string> = Promise.resolve("");

  async start(file: string): Promise<ChildProcess> {
    const { isTrusted, workspaceFolders } = vscode.workspace;
    const cwd = isTrusted ? workspaceFolders?.[0]?.uri.fsPath : homedir();
    const server = (this.process = spawn(file, isTrusted ? ["lsp"] : ["lsp", "--untrusted"], { cwd }));
    this.began = Date.now();
    this.said = "";
    this.ended = new Promise((resolve) =>
      server.once("close", (code, signal) => resolve(`${file} lsp has ended with ${signal ?? `code ${code}`}`)),
    );
    server.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.said = text.trim().split("\n").at(-1) || this.said;
    });
    server.once("error", ({ message }) => (this.said = message));
    await new Promise((resolve, reject) => server.once("spawn", resolve).once("error", reject));
    return server;
  }

  /** Why it ended; what it said of that may come a little later. */
  async why(unsaid: string): Promise<string> {
    const patience = new Promise<string>((resolve) => setTimeout(() => resolve(unsaid), 1000));
    const ended = await Promise.race([this.ended, patience]);
    return this.said || ended || unsaid;
  }
}
