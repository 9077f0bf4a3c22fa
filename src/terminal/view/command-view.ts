// A command as it is asked about: where it runs first, then every line of it in the rows of a diff. What is drawn can be
// read back to the exact command; nothing of it is ever left out.

import { describePlace, describeServer, type CallPayload, type ShellPayload } from "../../approval/index.ts";
import { plain, reveal, type Plain, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { wrapWords } from "../wrap.ts";
import { continuedRows, spokenRows } from "./continued.ts";
import { createRows } from "./rows.ts";
import { revealTarget } from "./target-path.ts";

export type CommandView = {
  readonly title: Plain;
  readonly count: number;
  /** Painted, at most the given width. */
  row(at: number): Printable;
  /** Without the keys. */
  readonly question: Plain;
};

export type CommandViewOptions = {
  readonly width: number;
  readonly paint: Paint;
  /** For a screen reader: one sentence per line. */
  readonly inWords?: boolean;
};

/** Everything that is sent to a tool of another program, in the same way. */
export function callView(payload: CallPayload, options: CommandViewOptions): CommandView {
  const { width, paint, inWords } = options;
  const warnings = payload.risks.map(({ message }) => plain`⚠ ${reveal(message, { keepMarks: true })}`);
  const about = reveal(describeServer(payload), { reading: "exact" });
  const above = [
    ...(inWords ? spokenRows(plain``, about, { width }) : wrapWords(about, width)).map(paint.bold),
    ...warnings.flatMap((warning) => wrapWords(warning, width)).map(paint.yellow),
    plain``,
  ];
  const sent = inWords ? spokenLines(payload.arguments, options) : drawnRows(payload.arguments, options);
  return {
    title: plain`Call a tool of the MCP server ${reveal(payload.server)}`,
    count: above.length + sent.count,
    row: (at) => above[at] ?? sent.row(at - above.length),
    question: plain`Call this tool?`,
  };
}

export function commandView(payload: ShellPayload, options: CommandViewOptions): CommandView {
  const above = aboutRows(payload, options);
  const command = options.inWords ? spokenLines(payload.command, options) : drawnRows(payload.command, options);
  return {
    // In the border, so that it stays on the screen while a long command is scrolled.
    title: plain`${payload.tool === "eval" ? plain`Run JavaScript` : plain`Run a command`} (${PLACES[payload.where]})`,
    count: above.length + command.count,
    row: (at) => above[at] ?? command.row(at - above.length),
    question: plain`Run this command?`,
  };
}

const PLACES = {
  container: plain`in a container`,
  confined: plain`confined`,
  host: plain`not confined`,
} as const;

function aboutRows(payload: ShellPayload, { width, paint, inWords }: CommandViewOptions): readonly Printable[] {
  const words = (text: Plain): Plain[] => wrapWords(text, width);
  const long = (text: Plain): Plain[] =>
    inWords ? spokenRows(plain``, text, { width }) : continuedRows(text, { width });
  const added = Object.entries(payload.environment).flatMap(([name, value]) =>
    long(plain`with ${reveal(name, EVERY_SPACE)}=${reveal(value, EVERY_SPACE)}`),
  );
  // That nothing confines it is said where it runs.
  const risks = payload.risks.filter(({ kind }) => kind !== "unconfined");
  const warnings = risks.map(({ message }) => reveal(message, { keepMarks: true }));
  const placed = payload.where === "host" ? paint.yellow : paint.bold;
  return [
    ...words(plain`${reveal(describePlace(payload))}.`).map(placed),
    ...long(plain`In ${revealTarget(payload, String)}, for at most ${Math.round(payload.timeout_ms / 1000)} s.`),
    ...added,
    ...warnings
      .flatMap((warning) => words(plain`${inWords ? plain`Warning:` : plain`⚠`} ${warning}`))
      .map(paint.yellow),
    plain``,
  ];
}

const EVERY_SPACE = { reading: "exact", tabs: true, spaces: true } as const;

type Lines = Pick<CommandView, "count" | "row">;

/** The added line break ends the last line: a command that ends in one has an empty line more. */
function drawnRows(command: string, { width, paint }: CommandViewOptions): Lines {
  const shown = { path: "", before: null, after: `${command}\n` };
  const rows = createRows(shown, { width, paint, as: "whole", reading: "exact" });
  return { count: rows.count, row: (at) => rows.row(at).text };
}

function spokenLines(command: string, { width }: CommandViewOptions): Lines {
  const rows = command.split("\n").flatMap((line, at) => {
    const shown = reveal(line, EVERY_SPACE);
    return shown === "" ? [plain`Line ${at + 1} is empty`] : spokenRows(plain`Line ${at + 1}: `, shown, { width });
  });
  return { count: rows.length, row: (at) => rows[at]! };
}
