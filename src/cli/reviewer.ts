// Who answers what a model proposes: the person at the terminal, if there is one, or the team that the user's config
// names. What draws and asks is loaded only when there is something to ask.

import * as fs from "node:fs";
import type { Reviewer } from "../approval/index.ts";
import type { AskingFrom } from "./inbox/reviewer.ts";
import type { ScreenReviewerOptions } from "../terminal/index.ts";
import type { Text } from "../text/index.ts";
import type { Settings } from "./settings.ts";
import { printNote } from "./text-io.ts";
import type { TypedTexts, LocalWorkspace } from "../workspace/index.ts";

export type OpenReviewer = Reviewer & { close(): void };

/**
 * Null when there is no one to ask: then whatever needs a yes is denied. Where the user's config names a team's inbox, it
 * is asked, and the terminal is not (decision 0155).
 */
export async function openReviewer(
  settings: Settings,
  workspace: LocalWorkspace,
  { from, ...reporting }: Reporting & { readonly from: AskingFrom },
): Promise<OpenReviewer | null> {
  if (workspace.gate.team === undefined) return openTerminalReviewer(settings, workspace, reporting);
  const { openInboxReviewer } = await import("./inbox/reviewer.ts");
  return openInboxReviewer({ ...settings, note: workspace.note }, from);
}

/** For what the user does themself: their own edits, settings, and a review of what is on disk. Null without a terminal. */
export function openTerminalReviewer(
  settings: Settings,
  workspace: LocalWorkspace,
  reporting: Reporting = {},
): OpenReviewer | null {
  if (!hasTerminal()) return null;
  let opened: Promise<OpenReviewer | null> | null = null;
  let typed: TypedTexts | null = null;
  const onTyped = (path: string, content: Text): void => typed?.set(path, content);
  const open = isPlain(settings.environment) ? openLine : openScreen;
  return {
    async ask(payload, options) {
      opened ??= open(settings, workspace, { onTyped, ...reporting });
      const reviewer = await opened;
      // It was there a moment ago: the person at it is gone and has not said yes.
      if (reviewer === null) return { approval_id: payload.approval_id, items: [] };
      const { TypedTexts: Texts } = await import("../workspace/index.ts");
      typed = new Texts();
      const used = new Set<string | null>();
      try {
        const decision = await reviewer.ask(payload, options);
        // Of what is on disk, nothing is written when the user leaves.
        const isLeft = options.purpose === "work-tree" && decision.stop_run === true;
        if (!isLeft) for (const item of decision.items) if (item.action !== "reject") used.add(item.after);
        return decision;
      } finally {
        for (const note of typed.keepUnused(used, { payload, show: workspace.show })) printNote(note);
      }
    },
    close: () => void opened?.then((reviewer) => reviewer?.close()),
  };
}

/** The tool `edit` says what another agent's users know (S1-24): a no by key alone is a reason of its own. */
export function withCancelReason({ ask, close }: OpenReviewer): OpenReviewer {
  return {
    async ask(payload, options) {
      const decision = await ask(payload, options);
      const items = decision.items.map((item) =>
        item.action === "reject" && item.reason === undefined ? { ...item, reason: "User cancelled" } : item,
      );
      return { ...decision, items };
    },
    close,
  };
}

export function hasTerminal(): boolean {
  try {
    fs.closeSync(fs.openSync("/dev/tty", fs.constants.O_RDWR | fs.constants.O_NOCTTY));
    return true;
  } catch {
    return false;
  }
}

/**
 * One line after another, for those who ask for it and for terminals that cannot move their cursor. GALLEY_PLAIN=words
 * also leaves out frames and columns, for screen readers.
 */
export function isPlain(environment: NodeJS.ProcessEnv): boolean {
  const plain = environment["GALLEY_PLAIN"] ?? "";
  return (plain !== "" && plain !== "0") || ["", "dumb"].includes(environment["TERM"] ?? "");
}

/** `isReported`: the caller prints a row for every file on this terminal. */
type Reporting = Pick<ScreenReviewerOptions, "isReported" | "isIndented">;

type Opening = Reporting & { readonly onTyped: (path: string, content: Text) => void };

async function openScreen(
  settings: Settings,
  workspace: LocalWorkspace,
  { onTyped, ...reporting }: Opening,
): Promise<OpenReviewer | null> {
  const { createScreenReviewer } = await import("../terminal/index.ts");
  return createScreenReviewer({
    colour: settings.colour,
    environment: settings.environment,
    verbose: settings.verbose,
    ...reporting,
    show: workspace.show,
    pager: pagerOf(settings, workspace),
    editorNoChange: workspace.editorUnchanged,
    edit: async (request) => {
      const outcome = await edit(request, settings, workspace);
      if (outcome.kind === "changed") {
        const content = request.whole?.(outcome.content) ?? outcome.content;
        onTyped(request.path, content as Text); // It was decoded from UTF-8.
      }
      return outcome;
    },
    // A listener for Ctrl-C is called; without one it ends the process, as ever.
    interrupt: () => void (process.emit("SIGINT", "SIGINT") || process.kill(process.pid, "SIGINT")),
  });
}

async function openLine(
  settings: Settings,
  workspace: LocalWorkspace,
  { onTyped }: Opening,
): Promise<OpenReviewer | null> {
  const { chooseEditor, createLineReviewer, openTerminal, wantsColour } = await import("../terminal/index.ts");
  const terminal = openTerminal({ colour: settings.colour && wantsColour(settings.environment, { isTTY: true }) });
  if (terminal === null) return null;
  const { show, editor: configured, findProgram: find, maxFileBytes } = workspace;
  const editing = {
    editor: chooseEditor({ environment: settings.environment, configured, find }),
    maxBytes: maxFileBytes,
    noChange: workspace.editorUnchanged,
    onTyped,
  };
  const inWords = settings.environment["GALLEY_PLAIN"] === "words";
  // What is listened to is printed: a pager takes the reader's keys.
  const pager = inWords ? null : pagerOf(settings, workspace);
  const reviewer = createLineReviewer({ terminal, show, pager, editing, inWords });
  return { ask: reviewer.ask, close: () => terminal.close() };
}

async function edit(
  request: Parameters<ScreenReviewerOptions["edit"]>[0],
  settings: Settings,
  workspace: LocalWorkspace,
): ReturnType<ScreenReviewerOptions["edit"]> {
  const { chooseEditor, editContent } = await import("../terminal/index.ts");
  const { editor: configured, findProgram: find } = workspace;
  const chosen = chooseEditor({ environment: settings.environment, configured, find });
  if (chosen.kind === "unusable") return { kind: "failed", message: chosen.message };
  const maxBytes = workspace.maxFileBytes(request.path);
  const limit = maxBytes === null ? {} : { maxBytes };
  const outcome = await editContent({ ...request, ...limit, editor: chosen.choice, terminal: {} });
  switch (outcome.kind) {
    case "modified":
      return { kind: "changed", content: outcome.content, notes: outcome.notes };
    case "unchanged":
      return { kind: "unchanged", notes: outcome.notes, saved: outcome.saved, atOnce: outcome.atOnce };
    case "failed":
      return { kind: "failed", message: outcome.message };
    case "aborted":
      return {
        kind: "failed",
        message: outcome.kept === null ? "Interrupted." : `Interrupted. What you saved is in ${outcome.kept}.`,
      };
    default:
      return outcome satisfies never;
  }
}

/** Split at spaces, no shell: a pager is a program and its options. Empty when it is not there. */
function pagerOf({ environment }: Settings, { pager, findProgram }: LocalWorkspace): readonly string[] {
  const words = (pager ?? environment["PAGER"] ?? "less -R").split(/\s+/).filter((word) => word !== "");
  const [program = "", ...options] = words;
  const found = findProgram(program);
  return found === null ? [] : [found, ...options];
}
