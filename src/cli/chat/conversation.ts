// One conversation at the person's side: its session, its model, what is sent and what is kept. What was typed and did
// not get its answer goes back into the prompt.

import {
  addFiles,
  approvalBy,
  dropPrompt,
  measure,
  shareOf,
  openModel,
  PERMISSIONS,
  runWithApprovals,
  type Added,
  type Limits,
  type Model,
  type Permissions,
  type Session,
} from "../../agent/index.ts";
import type { Reviewer } from "../../approval/index.ts";
import { counted, grouped, isFailure, listed, nounFor } from "../../base/index.ts";
import type { ChatScreen, MenuEntry } from "../../terminal/index.ts";
import { keepSession, openSession, type OpenedSession } from "../agent-session.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";
import type { Arguments } from "../arguments.ts";
import { chatDisplay } from "./display.ts";
import { newChanges } from "./unasked-changes.ts";
import { endingOf } from "./ending.ts";
import { footerOf } from "./footer.ts";
import { adviseOnModel } from "./advise.ts";
import { showHistory } from "./show-history.ts";
import type { TestCommand } from "./user/test-command.ts";
import type { CommandOutput } from "./user/command-output.ts";
import { chosenModel } from "../model-choice.ts";
import { dropRevoked, keptPermissions, setPermissions } from "../turn-options.ts";
import type { OpenReviewer } from "../reviewer.ts";
import type { Settings } from "../settings.ts";

export type ChatMode = "auto" | "tools" | "blocks";

export type ConversationOptions = {
  readonly args: Arguments;
  readonly settings: Settings;
  readonly workspace: LocalWorkspace;
  readonly screen: ChatScreen;
  /** Null: no one can be asked, so whatever needs a yes is denied. */
  readonly reviewer: OpenReviewer | null;
};

/** Of one folder or pattern: more reasons say no more. */
const MOST_REFUSED = 5;

export class Conversation {
  readonly settings: Settings;
  readonly workspace: LocalWorkspace;
  readonly screen: ChatScreen;
  mode: ChatMode = "auto";
  /** Of each turn; what is not set has its default. */
  limits: Partial<Limits> = {};
  /** Of the user's last command; the model sees it when they share it. */
  lastOutput: CommandOutput | null = null;
  /** What the menu `choice` has to choose from. */
  choices: readonly MenuEntry[] = [];
  /** Runs after every turn that changed files. */
  test: TestCommand | null = null;
  /** The receipts of the last turn that changed files. */
  lastTurn: ReadonlySet<string> = new Set();
  readonly #reviewer: OpenReviewer | null;
  #session: Session;
  #model: Model | null = null;
  readonly #reported = new Set<"typed" | "conversation">();

  constructor({ settings, workspace, screen, reviewer }: ConversationOptions, session: Session) {
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

  /** The model of a resumed conversation; null when it had none. */
  async chooseAgain(
    stored: OpenedSession["stored"],
  ): Promise<{ readonly isChosen: boolean; readonly note: string } | null> {
    const name = stored?.model ?? "";
    if (name === "" || name === this.#model?.name) return null;
    const problem = await this.choose(name);
    return { isChosen: problem === null, note: `${name}, the model of this conversation, cannot be used: ${problem}` };
  }

  greet(): void {
    const { screen, settings } = this;
    const name = settings.root.slice(settings.root.lastIndexOf("/") + 1) || settings.root;
    const folder = settings.startedIn === null ? name : settings.root;
    const model = this.#model === null ? "" : `, with ${this.#model.name}`;
    screen.show({ kind: "words", text: `galley in ${folder}${model}. Say what you want; /help lists the commands.` });
  }

  /** Shows the end of a resumed conversation. A message that was not answered is there to be sent again. */
  recall(): void {
    const { messages } = this.#session;
    showHistory(this.#session, this.screen);
    const last = messages.at(-1);
    if (last?.role !== "user") return;
    dropPrompt(this.#session, {
      earlier: this.#session.earlier,
      lost: this.#session.lost,
      messages: messages.slice(0, -1),
      notes: [...(last.notes ?? []), ...this.#session.notes],
    });
    this.screen.putBack(last.text);
  }

  /** How much the model takes, for what is fitted to it before a turn. Its server is asked once, when that is needed. */
  async measure(signal?: AbortSignal): Promise<void> {
    if (this.#model !== null) await measure(this.#session, this.#model, signal);
  }

  /** Shows the model what a name or a pattern names, and the person what came of it. */
  async add(
    given: string,
    {
      tell,
      symbol = null,
      signal,
    }: {
      readonly tell: "all" | "refusals";
      /** What in the file is meant, if something is. */
      readonly symbol?: string | null;
      readonly signal?: AbortSignal;
    },
  ): Promise<void> {
    await this.measure(signal);
    let refused = 0;
    for (const outcome of await addFiles(this.#session, given, { by: "person", ...(signal && { signal }) })) {
      if (outcome.kind === "refused") refused += 1;
      if (outcome.kind === "refused" ? refused <= MOST_REFUSED : tell === "all") this.showAdded(outcome, symbol);
    }
    if (refused <= MOST_REFUSED) return;
    const text = `${counted(refused - MOST_REFUSED, "more file was", "more files were")} not added. /files lists what the model is shown, /drop makes room.`;
    this.screen.show({ kind: "outcome", tone: "bad", text });
  }

  /** `symbol` is what in the file is meant, if something is. */
  showAdded(outcome: Added, symbol: string | null = null): void {
    if (outcome.kind === "refused") return this.screen.show({ kind: "outcome", tone: "bad", text: outcome.message });
    const meant = symbol === null ? "" : ` for ${symbol}`;
    const already = outcome.kind === "already" ? " was there already" : "";
    const lines = outcome.part === null ? "" : `${outcome.part}, `;
    const about = `(${lines}about ${grouped(outcome.tokens)} ${nounFor(outcome.tokens, "token")}, ${shareOf(outcome.tokens, this.#session.window)} of the window)`;
    this.screen.show({ kind: "outcome", tone: "good", text: `${outcome.path}${meant}${already} ${about}` });
  }

  /** At once what is known here, or why the one that was named cannot be used; a server on this machine when it has answered. */
  advise(problem: string | null = null): void {
    adviseOnModel({ settings: this.settings, screen: this.screen, problem, isChosen: () => this.#model !== null });
  }

  /** What the model may do without asking, from now on. */
  permit(permissions: Permissions): void {
    setPermissions(this.#session, permissions, this.workspace);
    this.refresh();
  }

  /** The next of the permissions, for a key. */
  permitNext(): void {
    const { team } = this.workspace.gate;
    const offered = PERMISSIONS.filter((one) => one !== "edits" || team === undefined);
    this.permit(offered[(offered.indexOf(this.#session.permissions) + 1) % offered.length]!);
  }

  /** The prompt's mark, and the line below it. */
  refresh(): void {
    dropRevoked(this.#session, this.workspace);
    const { permissions } = this.#session;
    this.screen.mark(permissions === "ask" ? "" : permissions);
    this.screen.footer(footerOf({ session: this.#session, model: this.#model, mode: this.mode }));
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

  /**
   * One turn; gives whether files were changed in it. `isOwn` false: the user did not write the prompt, so it does not
   * come back to be sent again.
   */
  async say(
    prompt: string,
    signal: AbortSignal,
    { isOwn = true }: { readonly isOwn?: boolean } = {},
  ): Promise<boolean> {
    const { screen } = this;
    const model = this.#model;
    if (model === null) {
      // Not put back: what is typed next is a command that chooses one.
      screen.show({
        kind: "note",
        text: "No model is chosen yet: /model provider/name chooses one, /model alone lists what is available. Then the Up key brings your message back.",
      });
      return false;
    }
    const session = this.#session;
    const { messages, earlier, lost } = session;
    const before = { messages, earlier, lost, notes: [...session.notes] };
    const writtenBefore = session.written.length;
    screen.busy("Waiting for the model");
    const display = chatDisplay(screen, () => this.refresh(), newChanges(await this.workspace.state(), this.workspace));
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
        limits: this.limits,
        signal,
      });
      screen.settle();
      if (display.usesBlocks() && this.mode === "auto") this.mode = "blocks";
      const { shown, putBack, isUnanswered } = endingOf(result, prompt);
      if (isUnanswered) dropPrompt(session, before);
      if (shown !== null) screen.show(shown);
      if (putBack !== null && (isOwn || putBack !== prompt)) screen.putBack(putBack);
      return result.kind === "done" && result.written.length > 0;
    } finally {
      if (session.written.length > writtenBefore) this.lastTurn = new Set(session.written.slice(writtenBefore));
      await this.keep();
      for (const text of this.workspace.notes()) screen.show({ kind: "note", text });
      this.refresh();
    }
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

  /** A list to choose from, below the prompt. False where there are no menus. */
  pick(text: string, choices: readonly MenuEntry[]): boolean {
    this.choices = choices;
    return this.screen.pick(text, "choice");
  }

  /** The person did something to files: the model hears of it, and looks again before it edits them. */
  changed(paths: readonly string[], what: string): void {
    const forgotten = paths.filter((path) => this.#forget(path));
    if (forgotten.length > 0) this.#session.note(`Meanwhile the user has ${what}: ${listed(forgotten)}.`);
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
    if (resume === null) for (const [name, image] of old.attached) next.session.attached.set(name, image);
    this.#session = next.session;
    this.lastTurn = new Set();
    // What was allowed for a session ends with it.
    workspace.gate.session?.clear();
    await old.close();
    this.mode = next.stored?.format ?? this.mode;
    this.permit(keptPermissions(next.session, workspace));
    const back = await this.chooseAgain(next.stored);
    if (back?.isChosen === false) return [...next.notes, back.note];
    return next.notes;
  }

  /** Null when it is kept, else why not. A conversation without a message is not kept, also if it had one before. */
  async keep(unfinished: readonly string[] = []): Promise<string | null> {
    const { settings, workspace, screen } = this;
    const tell = (text: string): void => screen.show({ kind: "note", text });
    const keeping = { settings, workspace, model: this.#model?.name ?? "", format: this.mode, tell };
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
