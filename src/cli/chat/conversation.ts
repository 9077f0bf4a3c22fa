// One conversation at the person's side: its session, its model, what is sent and what is kept. What was typed and did
// not get its answer goes back into the prompt.

import {
  addFiles,
  adviceWithoutModel,
  approvalBy,
  dropPrompt,
  estimateCost,
  findLocalServers,
  openModel,
  runWithApprovals,
  type Model,
  type Session,
} from "../../agent/index.ts";
import type { Reviewer } from "../../approval/index.ts";
import { counted, failure, isFailure, nounFor } from "../../base/index.ts";
import type { ChatScreen } from "../../terminal/index.ts";
import { loadTool, runTool } from "../../tools/index.ts";
import { keepSession, openSession } from "../agent-session.ts";
import { warnOfLoss, type LocalWorkspace } from "../../workspace/index.ts";
import type { Arguments } from "../arguments.ts";
import { chatDisplay, showResult } from "./display.ts";
import { endingOf } from "./ending.ts";
import { showHistory } from "./show-history.ts";
import { editLast } from "../commands/edit-last.ts";
import { chosenModel } from "../model-choice.ts";
import type { OpenReviewer } from "../reviewer.ts";
import type { Settings } from "../settings.ts";

const IN_CHAT =
  'Choose it with /model provider/name; to keep it, set GALLEY_MODEL or "model" in your config. galley models lists what is available.';

export type ChatMode = "auto" | "tools" | "blocks";

export type ConversationOptions = {
  readonly args: Arguments;
  readonly settings: Settings;
  readonly workspace: LocalWorkspace;
  readonly screen: ChatScreen;
  /** Null: no one can be asked, so whatever needs a yes is denied. */
  readonly reviewer: OpenReviewer | null;
};

export async function openConversation(options: ConversationOptions): Promise<Conversation> {
  const { args, settings, workspace, screen } = options;
  const option = (name: string): string | null => args.values.get(name)?.[0] ?? null;
  const { session, notes } = await openSession(settings, workspace, { resume: option("--resume") });
  const { entries } = (await workspace.state()).log.list();
  const conversation = new Conversation(options, session, new Set(entries.map(({ receipt_id }) => receipt_id)));
  conversation.mode = (option("--mode") ?? "auto") as ChatMode; // The option's choices are these.
  for (const text of [
    ...workspace.warnings,
    ...warnOfLoss(workspace.passing),
    ...(await workspace.recover()),
    ...notes,
  ])
    screen.show({ kind: "note", text });
  const problem = await conversation.choose(option("--model"));
  conversation.greet();
  for (const given of args.values.get("--context") ?? [])
    await conversation.add(workspace.typed(given), { tell: "refusals" });
  conversation.refresh();
  conversation.recall();
  if (conversation.model === null) conversation.advise(problem);
  return conversation;
}

export class Conversation {
  readonly settings: Settings;
  readonly workspace: LocalWorkspace;
  readonly screen: ChatScreen;
  mode: ChatMode = "auto";
  /** Receipts that were there before: what comes after is this conversation's. */
  readonly since: ReadonlySet<string>;
  readonly #reviewer: OpenReviewer | null;
  #session: Session;
  #model: Model | null = null;
  readonly #reported = new Set<"typed" | "conversation">();

  constructor(
    { settings, workspace, screen, reviewer }: ConversationOptions,
    session: Session,
    since: ReadonlySet<string>,
  ) {
    this.since = since;
    this.settings = settings;
    this.workspace = workspace;
    this.screen = screen;
    this.#reviewer = reviewer;
    this.#session = session;
  }

  get session(): Session {
    return this.#session;
  }

  get model(): Model | null {
    return this.#model;
  }

  /** The model of this name, or the configured one, if there is one. Gives why it cannot be used. */
  async choose(given: string | null): Promise<string | null> {
    const { settings } = this;
    try {
      const chosen = await chosenModel(settings, given);
      if (chosen !== null) this.#model = openModel(chosen, settings.environment, chosen);
      return null;
    } catch (error) {
      if (!isFailure(error)) throw error;
      return error.message;
    } finally {
      this.refresh();
    }
  }

  greet(): void {
    const { screen, settings } = this;
    const name = settings.root.slice(settings.root.lastIndexOf("/") + 1) || settings.root;
    const folder = settings.startedIn === null ? name : settings.root;
    const model = this.#model === null ? "" : `, with ${this.#model.name}`;
    screen.show({ kind: "words", text: `galley in ${folder}${model}. Say what you want; /help lists the commands.` });
  }

  recall(): void {
    showHistory(this.#session.messages, this.screen);
  }

  /** Shows the model what a name or a pattern names, and the person what came of it. */
  async add(
    given: string,
    { tell, signal }: { readonly tell: "all" | "refusals"; readonly signal?: AbortSignal },
  ): Promise<void> {
    for (const outcome of await addFiles(this.#session, given, { by: "person", ...(signal && { signal }) })) {
      if (outcome.kind === "refused") {
        this.screen.show({ kind: "outcome", tone: "bad", text: outcome.message });
        continue;
      }
      if (tell === "refusals") continue;
      const already = outcome.kind === "already" ? " was there already" : "";
      const about = `(about ${outcome.tokens.toLocaleString("en")} ${nounFor(outcome.tokens, "token")})`;
      this.screen.show({ kind: "outcome", tone: "good", text: `${outcome.path}${already} ${about}` });
    }
  }

  /** At once what is known here, or why the one that was named cannot be used; a server on this machine when it has answered. */
  advise(problem: string | null = null): void {
    const { settings, screen } = this;
    const advice = problem ?? adviceWithoutModel(settings.environment, { how: IN_CHAT });
    screen.show({ kind: "note", text: advice.split("\n") });
    // Asking costs a moment that the first prompt must not wait for.
    const soon = new Promise((resolve) => setTimeout(resolve, 50).unref());
    void soon
      .then(() => findLocalServers({ signal: settings.signal }))
      .then((servers) => {
        const names = servers.flatMap(({ provider, models }) =>
          models.slice(0, 3).map((name) => `${provider}/${name}`),
        );
        if (names.length > 0 && this.#model === null)
          screen.show({
            kind: "note",
            text: `Found on this machine: ${names.join(", ")}. Use one with: /model ${names[0]}`,
          });
      });
  }

  /** The line below the prompt. */
  refresh(): void {
    const { input, output } = this.#session.usage;
    const files = this.#session.context.size;
    const tokens = (input ?? 0) + (output ?? 0);
    const cost = this.#model === null ? null : estimateCost(this.#model.name, this.#session.usage);
    const parts = [
      this.#model?.name ?? "no model: /model NAME",
      ...(this.mode === "auto" ? [] : [this.mode]),
      ...(files === 0 ? [] : [counted(files, "file")]),
      ...(tokens === 0 ? [] : [`${tokens.toLocaleString("en")} ${nounFor(tokens, "token")}`]),
      ...(cost === null || cost < 0.005 ? [] : [`about $${cost.toFixed(2)}`]),
      "/help",
    ];
    this.screen.footer(parts.join(" · "));
  }

  /** Never fails: what cannot be kept is reported once. */
  remember(text: string): Promise<void> {
    return this.workspace
      .state()
      .then(({ prompts }) => prompts.add(text))
      .catch((error: unknown) => {
        this.#tellOnce("typed", error instanceof Error ? error.message : String(error));
      });
  }

  async say(prompt: string, signal: AbortSignal): Promise<void> {
    const { screen } = this;
    const model = this.#model;
    if (model === null) {
      screen.putBack(prompt);
      return screen.show({
        kind: "note",
        text: "No model is chosen yet: /model provider/name chooses one, /model alone lists what is available.",
      });
    }
    const session = this.#session;
    const before = { messages: session.messages, notes: [...session.notes] };
    screen.busy("Waiting for the model");
    const display = chatDisplay(screen, () => this.refresh());
    try {
      const result = await runWithApprovals({
        model,
        session,
        prompt,
        approve: this.#reviewer === null ? null : approvalBy(this.asking()!),
        yes: this.settings.yes,
        display,
        checkpoint: async (unfinished) => void (await this.keep(unfinished)),
        mode: this.mode,
        signal,
      });
      screen.settle();
      if (display.usesBlocks() && this.mode === "auto") this.mode = "blocks";
      const { shown, putBack, isUnanswered } = endingOf(result, prompt);
      if (isUnanswered) dropPrompt(session, before);
      if (shown !== null) screen.show(shown);
      if (putBack !== null) screen.putBack(putBack);
    } finally {
      await this.keep();
      for (const text of this.workspace.notes()) screen.show({ kind: "note", text });
      this.refresh();
    }
  }

  /** The person's own command, through the same gate as the model's. What it prints stays here. */
  async shell(command: string, signal: AbortSignal): Promise<void> {
    const { screen, settings } = this;
    if (command === "") return screen.show({ kind: "note", text: "Type a command after !, such as !git status." });
    const tool = await loadTool("shell");
    if (tool === null) throw failure("NOT_FOUND", "There is no shell tool.");
    screen.busy("Running your command");
    const decoder = new TextDecoder();
    const result = await runTool(
      tool,
      { command },
      {
        ...this.#session.workspace(),
        reviewer: this.asking(),
        yes: settings.yes,
        signal,
        commandsBy: "person",
        output: (_, bytes) => screen.output(decoder.decode(bytes, { stream: true })),
      },
    );
    const isStopped = !result.success && ["REJECTED", "ABORTED"].includes(result.error.code);
    const receipt = result.success ? "applied" : isStopped ? "denied" : "failed";
    showResult({ tool: "shell", result, receipt }, screen);
  }

  /** The reviewer, in place: it has the terminal while it asks. */
  asking(): Reviewer | null {
    const reviewer = this.#reviewer;
    if (reviewer === null) return null;
    return {
      ask: async (payload, options) => {
        await this.screen.pause(options.signal);
        return this.screen.away(() => reviewer.ask(payload, options));
      },
    };
  }

  async editLast(given: string | null, signal: AbortSignal): Promise<void> {
    const { screen, settings, workspace } = this;
    const place = { settings: { ...settings, signal }, workspace, undoCommand: "/undo" } as const;
    const { status, message, path } = await screen.away(() => editLast(given, place));
    const tone = status === "written" ? "good" : status === "failed" ? "bad" : "open";
    screen.show({ kind: "outcome", tone, text: message });
    if (status === "written" && path !== null) this.changed([path], "changed by hand");
  }

  /** The person did something to files: the model hears of it, and looks again before it edits them. */
  changed(paths: readonly string[], what: string): void {
    const forgotten = paths.filter((path) => this.#forget(path));
    if (forgotten.length > 0) this.#session.note(`Meanwhile the user has ${what}: ${forgotten.join(", ")}.`);
  }

  /** False for a path that a rule hides from the model. */
  #forget(path: string): boolean {
    try {
      this.#session.seen.forget(this.#session.workspace().resolve(path));
      return true;
    } catch (error) {
      if (isFailure(error, "FORBIDDEN")) return false;
      throw error;
    }
  }

  /** Another session takes the place of this one. */
  async restart(resume: string | null): Promise<readonly string[]> {
    const { settings, workspace } = this;
    const next = await openSession(settings, workspace, { resume });
    const old = this.#session;
    if (resume === null) for (const path of old.context) next.session.context.add(path);
    if (resume === null) for (const [path, real] of old.targets) next.session.targets.set(path, real);
    this.#session = next.session;
    // What was allowed for a session ends with it.
    workspace.gate.session?.clear();
    await old.close();
    this.refresh();
    return next.notes;
  }

  /** Null when it is kept, else why not. A conversation without a message is not kept, also if it had one before. */
  async keep(unfinished: readonly string[] = []): Promise<string | null> {
    const { settings, workspace, screen } = this;
    const tell = (text: string): void => screen.show({ kind: "note", text });
    const keeping = { settings, workspace, model: this.#model?.name ?? "", tell };
    const problem = await keepSession(this.#session, keeping, unfinished);
    if (problem !== null) this.#tellOnce("conversation", problem);
    return problem;
  }

  /** What cannot be kept is reported when it begins, not at every step. */
  #tellOnce(what: "typed" | "conversation", text: string): void {
    if (this.#reported.has(what)) return;
    this.#reported.add(what);
    this.screen.show({ kind: "note", text });
  }

  /** Says how to go on later. */
  async close(): Promise<void> {
    if (this.#session.messages.length > 0 && (await this.keep()) === null)
      this.screen.show({
        kind: "words",
        text: `Resume this conversation with: galley chat --resume ${this.#session.id}`,
      });
    await this.#session.close();
  }
}
