// The plain reviewer: one framed change after another, one typed line as the answer. Empty means no.
// It works on any terminal and shows everything: long changes go through a pager before the question.

import { spawnSync } from "node:child_process";
import { WITHOUT_REASON } from "../../approval/index.ts";
import type { Answer, ApprovalPayload, ChangePayload, Decision, Remember, Reviewer } from "../../approval/index.ts";
import { fetchContents, FEW_FILES } from "../../review/index.ts";
import { plain, printable, reveal, type Printable } from "../../text/index.ts";
import type { Terminal } from "../console.ts";
import { askBulk } from "./bulk.ts";
import { askChange, reject, type Answered } from "./change.ts";
import { askCommand } from "./command.ts";
import { yesTo, type Editing } from "./editing.ts";
import { askPlaces } from "./places.ts";
import { askDescription } from "./plain.ts";

export type LineReviewerOptions = {
  readonly terminal: Terminal;
  /** How a canonical path is written on the screen. */
  readonly show: (path: string) => string;
  /** Opens long text; null prints it. */
  readonly pager: readonly string[] | null;
  /** Lets e open a change in the person's editor. Without it there is no such key. */
  readonly editing?: Editing;
  /** Describes everything in words, for people who use a screen reader. */
  readonly inWords?: boolean;
};

// Ends every question; whatever is typed before it is on the screen does not count.
const MARK = plain`: `;

export function createLineReviewer(options: LineReviewerOptions): Reviewer {
  return {
    async ask(given, { signal, fetch, notice, askedFrom, purpose = "approve" }): Promise<Decision> {
      const payload = await fetchContents(given, fetch);
      if (notice !== undefined) options.terminal.write(plain`\n${reveal(notice)}\n`);
      const items: Answer[] = [];
      const staysOpen = askedFrom !== undefined;
      if (payload.type === "shell" || payload.type === "call")
        return askCommand(payload, { ...options, inWords: options.inWords ?? false, mark: MARK, staysOpen, signal });
      const changes = changesOf(payload);
      if (changes === null)
        return askDescription(payload, {
          ...options,
          inWords: options.inWords ?? false,
          mark: MARK,
          staysOpen,
          signal,
        });
      const open = payload.type === "batch" ? payload.open_edits : [];
      if (payload.type === "batch" && payload.because !== null) options.terminal.write(REPLACED[payload.because]);
      const show = (text: Printable): void => page(text, options);
      const placing = await askPlaces(open, { ...options, page: show, mark: MARK, signal });
      const { places } = placing;
      let { stopped } = placing;
      // A file whose edit got its place needs approval again, with it.
      const chosen = new Set(places.map(({ edit }) => open.find((each) => each.edit === edit)?.path));
      const now = changes.filter((change) => !chosen.has(change.path));
      let remember: Remember | null = null;
      const bulk = { ...options, page: show, mark: MARK, signal };
      const known = new Map<string, "apply" | "reject">();
      const askAbout = async (rest: readonly ChangePayload[]): Promise<void> => {
        if (payload.type !== "batch" || purpose !== "approve" || stopped || rest.length === 0) return;
        const given = await askBulk(payload, rest, bulk);
        if (given.kind === "stop") stopped = true;
        else for (const [digest, answer] of given.answers) known.set(digest, answer);
      };
      if (now.length > FEW_FILES) await askAbout(now);
      for (const [at, change] of now.entries()) {
        const settled = known.get(change.digest);
        if (settled !== undefined && !stopped) {
          items.push(settled === "apply" ? yesTo(change, change) : reject(change, null));
          continue;
        }
        const answer: Answered | "stop" = stopped
          ? "stop"
          : await askChange(change, {
              ...bulk,
              place: now.length > 1 ? plain`[${at + 1}/${now.length}] ` : plain``,
              canRemember: remember === null && purpose === "approve",
              purpose,
              staysOpen,
            });
        if (answer === "stop") {
          stopped = true;
          items.push(reject(change, WITHOUT_REASON.stopped));
        } else {
          items.push(answer.answer);
          // Everything until the session ends: that is the rest of this question too, which was not shown yet.
          const isForAll = remember === null && answer.remember?.session !== undefined;
          remember ??= answer.remember;
          if (isForAll) await askAbout(now.slice(at + 1).filter(({ digest }) => !known.has(digest)));
        }
      }
      return {
        approval_id: payload.approval_id,
        items,
        ...(stopped ? { stop_run: true } : {}),
        ...(remember === null ? {} : { remember }),
        ...(stopped || places.length === 0 ? {} : { places }),
      };
    },
  };
}

const REPLACED = {
  changed: plain`\nThe file changed on disk while you were deciding. This is the edit on what is there now.\n`,
  placed: plain`\nThis is the file with the edit as you chose it.\n`,
} as const;

function changesOf(payload: ApprovalPayload): readonly ChangePayload[] | null {
  switch (payload.type) {
    case "batch":
      return payload.items;
    case "write":
    case "write_large":
    case "edit":
    case "patch":
    case "move":
    case "delete":
      return [payload];
    default:
      return null;
  }
}

function page(text: Printable, { terminal, pager }: LineReviewerOptions): void {
  const [command, ...args] = pager ?? [];
  if (command !== undefined) {
    const run = spawnSync(command, args, { input: text, stdio: ["pipe", "inherit", "inherit"] });
    if (run.error === undefined && run.status === 0) return;
  }
  terminal.write(printable`${text}\n`);
}
