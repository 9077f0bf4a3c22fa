// `galley demo`: a short true story on a sample project in a temporary folder, through the real engine.
// On a terminal the person answers; on a pipe the same story plays with scripted answers and prints what they would see.

import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { findAll, undo } from "../commit/index.ts";
import {
  createLineReviewer,
  createPaint,
  openTerminal,
  wantsColour,
  type Paint,
  type Terminal,
} from "../terminal/index.ts";
import type { Reviewer } from "../approval/index.ts";
import { applyAnswer, retryPrompt } from "../tools/index.ts";
import type { Arguments } from "./arguments.ts";
import { ANSWER, FILES } from "./demo-story.ts";
import { describeReport } from "./report.ts";
import { openReviewer } from "./reviewer.ts";
import { settingsOf, type Settings } from "./settings.ts";
import { isTerminalOutput } from "./text-io.ts";
import { openWorkspace } from "./workspace.ts";

export async function run(args: Arguments): Promise<number> {
  const given = settingsOf(args);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "galley-demo-"));
  try {
    const root = path.join(folder, "bakery");
    for (const [name, text] of Object.entries(FILES)) {
      fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      fs.writeFileSync(path.join(root, name), text);
    }
    // A state and a config of its own: the story leaves no trace in the person's log and obeys none of their rules.
    const environment = {
      ...given.environment,
      XDG_STATE_HOME: path.join(folder, "state"),
      XDG_CONFIG_HOME: path.join(folder, "config"),
    };
    return await tell({ ...given, root, config: null, environment });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function tell(settings: Settings): Promise<number> {
  const isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true && !settings.yes;
  const colour = settings.colour && wantsColour(settings.environment, { isTTY: isTerminalOutput() });
  const paint = createPaint(colour);
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const workspace = await openWorkspace(settings);
  const person = isInteractive ? openReviewer(settings, workspace) : null;
  try {
    say(
      `${paint.bold("galley")} stands between an AI and your files.\nHere is a small project in a temporary folder:\n`,
    );
    for (const name of Object.keys(FILES)) say(`  ${name}`);
    say(
      `\nYou asked a chat to fix the totals and to add a receipt. Its answer\nhas ${paint.bold("three edits")}; you copied it:\n`,
    );
    say(quote(ANSWER, paint));
    if (isInteractive) await pause(paint, "Press Enter to review it, as `galley apply` would.");
    else say(paint.bold("$ galley apply answer.md"));

    const reviewer = person ?? scriptedReviewer(["y", "y"], { colour, show: workspace.show });
    const before = snapshot(settings.root);
    const report = await applyAnswer(
      ANSWER,
      { format: "auto", dryRun: false, atomic: false, lenient: false, seen: null },
      {
        resolve: workspace.resolve,
        requireWritable: workspace.requireWritable,
        known: workspace.known,
        find: (paths) => findAll(paths, workspace.files),
        carryOut: (plan, { atomic }) =>
          workspace.carryOut(plan, { atomic, reviewer, yes: false, signal: settings.signal }),
        stage: async () => ({ staged: [], warnings: [] }),
        show: workspace.show,
      },
    );
    say("");
    say(describeReport(report, { paint, retry: retryPrompt(report), retryFile: null, quiet: false }));
    if (settings.signal.aborted) return 130;
    if (report.receipt_id === null) {
      say("You approved nothing, so nothing was written. That is the point.");
    } else {
      if (isInteractive)
        await pause(
          paint,
          "One edit named text that is not in the file: refused and explained, not guessed.\nPress Enter to take the rest back.",
        );
      else
        say(
          `One edit named text that is not in the file: refused and explained, not guessed.\n\n${paint.bold("$ galley undo")}`,
        );
      const undone = await undo({
        state: await workspace.state(),
        receipt: report.receipt_id,
        by: isInteractive ? "person" : "flag",
        openRoot: workspace.openRoot,
      });
      for (const restored of undone.restored)
        say(`${paint.green("✓")} ${workspace.show(restored)}  is as it was before`);
      const same = JSON.stringify(before) === JSON.stringify(snapshot(settings.root));
      say(
        same
          ? "\nEvery byte is as it was. "
          : "\nSomething differs from before, which must not happen. Please report it. ",
      );
      if (!same) return 1;
    }
    say(
      `\nNow with your own files:  copy a chat's answer, then  ${paint.bold("galley apply answer.md")}   (galley --help tells more)`,
    );
    return 0;
  } finally {
    person?.close();
  }
}

/** The terminal is open only while it waits: the reviewer opens it for itself. */
async function pause(paint: Paint, text: string): Promise<void> {
  const terminal = openTerminal({ colour: false });
  if (terminal === null) return;
  terminal.write(`\n${paint.dim(text)}`);
  await terminal.line({ mark: " " });
  terminal.close();
}

/** Plays a person: types the answers, and shows them as a terminal would. */
function scriptedReviewer(
  answers: readonly string[],
  { colour, show }: { readonly colour: boolean; readonly show: (path: string) => string },
): Reviewer {
  let next = 0;
  const terminal: Terminal = {
    width: 80,
    height: 40,
    colour,
    write: (text) => void process.stdout.write(text),
    line: async ({ mark }) => {
      const answer = answers[next] ?? "y";
      next += 1;
      process.stdout.write(`${mark}${answer}\n`);
      return answer;
    },
    close: () => undefined,
  };
  return createLineReviewer({ terminal, show, pager: null });
}

function quote(text: string, paint: Paint): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => paint.dim(`  │ ${line}`))
    .join("\n");
}

function snapshot(root: string): Record<string, string> {
  const names = fs.readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names
      .filter((name) => fs.statSync(path.join(root, name)).isFile())
      .map((name) => [name, fs.readFileSync(path.join(root, name), "base64")]),
  );
}
