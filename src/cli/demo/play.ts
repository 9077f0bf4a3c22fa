// Plays the story's scenes: the person's words go to the model, its answer streams in, its edits are reviewed, and what
// came of them is shown. The engine is the real one; only the model's words are written beforehand.

import {
  addFiles,
  contextMap,
  runWithApprovals,
  Session,
  Symbols,
  workspaceSection,
  type Display,
  type TurnResult,
} from "../../agent/index.ts";
import type { Reviewer } from "../../approval/index.ts";
import type { ApplyReport } from "../../tools/index.ts";
import {
  joinPrintable,
  plain,
  printable,
  repeatPlain,
  reveal,
  revealLines,
  spaces,
  splitPlain,
  type Plain,
  type Printable,
} from "../../text/index.ts";
import type { Paint } from "../../terminal/index.ts";
import { demoModel } from "./model.ts";
import { FILES, SCENES, SELECTED, type Keys, type Outcome, type Scene } from "./script.ts";
import { answerView } from "./view.ts";
import { describeReport, type Fold } from "../report/apply-report.ts";
import { symbolsOf } from "../symbols.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";

/** Who watches, and how. */
export type DemoScreen = {
  /** Prints in the order of the calls. */
  readonly out: (text: Printable) => void;
  /** Resolves when everything printed so far is on the screen. */
  readonly settled: () => Promise<void>;
  readonly paint: Paint;
  readonly fold: Fold;
  readonly width: number;
  readonly keys: Keys;
  readonly isPaced: boolean;
  /** The reviewer for one scene; `script` is what to type when no person is there. */
  readonly reviewer: (script: readonly string[]) => Reviewer;
  /** Waits for Enter; false when the person leaves. Without a person: true at once. */
  readonly enter: (what: Plain) => Promise<boolean>;
  readonly signal: AbortSignal;
};

export type DemoResult = {
  readonly scenes: readonly { readonly prompt: string; readonly report: ApplyReport | null }[];
  readonly receipts: readonly string[];
  /** The person left before the end. */
  readonly left: boolean;
};

export async function playScenes(workspace: LocalWorkspace, stage: DemoScreen): Promise<DemoResult> {
  const session = new Session();
  await session.add(workspaceSection({ workspace: { ...workspace, stage: null } }));
  session.install(Symbols, symbolsOf(workspace));
  for (const path of SELECTED) await addFiles(session, path);
  await introduce(session, stage);
  const model = demoModel({ answers: SCENES.map(({ answer }) => answer), isPaced: stage.isPaced });
  const scenes: { readonly prompt: string; readonly report: ApplyReport | null }[] = [];
  const receipts: string[] = [];
  let offered = "";
  for (const [at, scene] of SCENES.entries()) {
    const prompt = scene.prompt ?? offered;
    stage.out(printable`\n${heading(at + 1, reveal(scene.title), stage)}\n\n`);
    stage.out(printable`${stage.paint.cyan(paragraph(plain`› ${revealLines(prompt)}`, stage, 2))}\n`);
    if (!(await stage.enter(scene.prompt === null ? plain`Enter sends it, and only Enter.` : plain`Enter sends it.`)))
      return { scenes, receipts, left: true };
    const { result, forUser } = await playTurn(session, { model, prompt, scene, stage });
    scenes.push({ prompt, report: result.report });
    if (result.report?.receipt_id) receipts.push(result.report.receipt_id);
    if (result.kind !== "done") return { scenes, receipts, left: true };
    offered = result.complete?.retry ?? "Please try again.";
    tellOutcome(result, { forUser, scene, stage });
  }
  return { scenes, receipts, left: false };
}

async function introduce(session: Session, stage: DemoScreen): Promise<void> {
  const { out, paint } = stage;
  const tell = (text: Plain): void => out(plain`${paragraph(text, stage)}\n`);
  out(printable`${paint.bold(plain`galley`)} is the proofreader between an AI and your files.\n\n`);
  tell(
    plain`Here is a small bakery in a temporary folder, and a model to talk to. The model's answers are scripted; everything else is real.`,
  );
  out(plain`\n`);
  for (const path of Object.keys(FILES)) {
    const seen = SELECTED.includes(path) ? plain`the model sees all of it` : plain`the model sees a map of it`;
    out(printable`  ${reveal(path.padEnd(16))}${paint.dim(seen)}\n`);
  }
  const map = await contextMap(session).catch(() => null);
  if (map !== null && map.text.trim() !== "")
    for (const line of ["", ...map.text.trimEnd().split("\n")])
      out(printable`${line === "" ? plain`` : paint.dim(plain`    ${reveal(line)}`)}\n`);
}

type Turning = {
  readonly model: ReturnType<typeof demoModel>;
  readonly prompt: string;
  readonly scene: Scene;
  readonly stage: DemoScreen;
};

/** `forUser`: the results of the edits in words for the user. */
type Turned = { readonly result: TurnResult; readonly forUser: ApplyReport["results"] };

async function playTurn(session: Session, { model, prompt, scene, stage }: Turning): Promise<Turned> {
  const { out, paint, signal } = stage;
  const view = answerView(out, paint);
  const reviewer = stage.reviewer(scene.script);
  out(plain`\n`);
  let forUser: ApplyReport["results"] = [];
  const display: Display = {
    onTextDelta: view.push,
    onTextCommit: view.end,
    onToolCall: () => undefined,
    onToolResult: () => undefined,
    onApplied: (report, words = report.results) => {
      forUser = words;
    },
  };
  const result = await runWithApprovals({
    model,
    session,
    prompt,
    mode: "blocks",
    display,
    signal,
    approve: async (question, options) => {
      if (question.autoApproved) return true;
      out(plain`\n${paragraph(reveal(scene.hint(stage.keys)), stage)}\n`);
      if (!(await stage.enter(plain`Enter shows it.`))) return "cancel";
      await stage.settled();
      return reviewer.ask(question.payload, options);
    },
  });
  await stage.settled();
  return { result, forUser };
}

type Telling = Pick<Turned, "forUser"> & { readonly scene: Scene; readonly stage: DemoScreen };

function tellOutcome({ report, notes }: TurnResult, { forUser, scene, stage }: Telling): void {
  const { out, paint, fold } = stage;
  if (report === null) return;
  // How to take it back is the last scene's matter, and the report to the model about your change is the turn's own.
  const words = forUser.map((one) => (one.user_modified ? { ...one, message: "Written as you edited it." } : one));
  const shown = { ...report, receipt_id: null };
  const how = { paint, forUser: words, retry: null, retryFile: null, quiet: false, fold };
  out(printable`\n${describeReport(shown, how)}`);
  for (const note of notes) out(printable`\n${paint.yellow(paragraph(plain`! ${reveal(note)}`, stage, 2))}\n`);
  const after = scene.after[outcomeOf(report)];
  if (after !== "") out(plain`\n${paragraph(reveal(after), stage)}\n`);
}

function outcomeOf({ results }: ApplyReport): Outcome {
  if (results.some(({ user_modified }) => user_modified)) return "changed";
  return results.some(({ status }) => status === "APPLIED") ? "written" : "nothing";
}

export function heading(number: number, title: Plain, { paint, width }: DemoScreen): Printable {
  const start = plain`── ${number} · ${title} `;
  return printable`${paint.bold(start)}${paint.dim(repeatPlain(plain`─`, width - start.length))}`;
}

/** Cut at words; rows after the first are indented by `indent`. */
export function paragraph(text: Plain, { width }: Pick<DemoScreen, "width">, indent = 0): Plain {
  const rows: Plain[] = [];
  for (const word of splitPlain(text, " ")) {
    const row = rows.at(-1);
    if (row !== undefined && row.length + 1 + word.length <= width) rows[rows.length - 1] = plain`${row} ${word}`;
    else rows.push(row === undefined ? word : plain`${spaces(indent)}${word}`);
  }
  return joinPrintable(rows, plain`\n`);
}
