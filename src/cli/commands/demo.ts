// `galley demo`: a guided demo on a sample project in a temporary folder, through the real engine.
// On a terminal the person answers; on a pipe the same story plays with scripted answers and prints what they would see.

import { undo } from "../../commit/index.ts";
import type { Reviewer } from "../../approval/index.ts";
import {
  createLineReviewer,
  createPaint,
  openTerminal,
  wantsColour,
  wrapWords,
  type Terminal,
} from "../../terminal/index.ts";
import { plain, printable, reveal, type Plain, type Printable } from "../../text/index.ts";
import type { Arguments } from "../arguments.ts";
import { inDemoFolder, type DemoFolder } from "../demo/folder.ts";
import { heading, paragraph, playScenes, type DemoScreen } from "../demo/play.ts";
import { FILES, SCENES, type Keys } from "../demo/script.ts";
import { isPlain, openTerminalReviewer } from "../reviewer.ts";
import { settingsOf } from "../settings.ts";
import { isTerminalOutput, print, printJson } from "../text-io.ts";
import { openLocal, type LocalWorkspace } from "../../workspace/index.ts";

export async function run(args: Arguments): Promise<number> {
  return inDemoFolder(settingsOf(args), FILES, tell);
}

async function tell(folder: DemoFolder): Promise<number> {
  const { settings, contents } = folder;
  const { signal, json, quiet } = settings;
  const isWatched = process.stdin.isTTY === true && isTerminalOutput() && !settings.yes && !json && !quiet;
  const workspace = await openLocal({ ...settings, hasSession: false });
  const person = isWatched ? openTerminalReviewer(settings, workspace) : null;
  const stage = openStage(folder, workspace, person);
  const before = contents();
  try {
    const played = await playScenes(workspace, stage);
    if (signal.aborted)
      return await bow(stage, plain`Stopped. The folder is removed, and none of your files was touched.`, 130);
    if (played.left) return await bow(stage, plain`Another time, then. The folder is removed.`, 0);
    const restored = await takeBack(played.receipts, workspace, stage);
    const same = before === contents();
    if (json) await printJson({ scenes: played.scenes, restored, same });
    if (!same)
      return await bow(stage, plain`Something differs from before, which must not happen. Please report it.`, 1);
    return await bow(stage, FAREWELL, 0);
  } finally {
    person?.close();
  }
}

function openStage({ settings, editor }: DemoFolder, workspace: LocalWorkspace, person: Reviewer | null): DemoScreen {
  const { signal, environment } = settings;
  const colour = settings.colour && wantsColour(environment, { isTTY: isTerminalOutput() });
  const paint = createPaint(colour);
  const width = Math.min(80, (isTerminalOutput() && process.stdout.columns) || 80);
  const isSilent = settings.json || settings.quiet;
  let last = Promise.resolve();
  const out = (text: Printable): void => {
    if (!isSilent) last = last.then(() => print(text));
  };
  const settled = (): Promise<void> => last;
  return {
    out,
    settled,
    paint,
    fold: (text, { indent, used = 0 }) => wrapWords(text, Math.max(20, width - indent), used),
    width,
    keys: person === null || isPlain(environment) ? LINE_KEYS : SCREEN_KEYS,
    isPaced: person !== null,
    signal,
    reviewer: (script) => person ?? scriptedReviewer(script, { out, colour, editor, show: workspace.show }),
    enter: async (what) => {
      await settled();
      if (person === null) return true;
      return pause({ what: paint.dim(what), canErase: !isPlain(environment), signal });
    },
  };
}

const SCREEN_KEYS: Keys = { apply: "Enter", edit: "e", reject: "d" };
const LINE_KEYS: Keys = { apply: "y", edit: "e", reject: "n" };

type Pause = { readonly what: Printable; readonly canErase: boolean; readonly signal: AbortSignal };

/** The terminal is open only while it waits: the reviewer opens it for itself. The request is erased when it is met. */
async function pause({ what, canErase, signal }: Pause): Promise<boolean> {
  const terminal = openTerminal({ colour: false });
  if (terminal === null) return false;
  try {
    const isMet = (await terminal.line({ mark: printable`${what} `, signal })) !== null;
    if (isMet && canErase) terminal.write(printable`\u001b[1A\u001b[2K`);
    if (!isMet) terminal.write(plain`\n`);
    return isMet;
  } finally {
    terminal.close();
  }
}

type Played = {
  readonly out: (text: Printable) => void;
  readonly colour: boolean;
  readonly editor: string;
  readonly show: (path: string) => string;
};

/** Plays a person: types the answers, and shows them as a terminal would. */
function scriptedReviewer(script: readonly string[], { out, colour, editor, show }: Played): Reviewer {
  let next = 0;
  const terminal: Terminal = {
    width: 80,
    height: 40,
    colour,
    write: out,
    line: async ({ mark }) => {
      const answer = script[next] ?? "n";
      next += 1;
      out(printable`${mark}${reveal(answer)}\n`);
      return answer;
    },
    close: () => undefined,
  };
  const editing = { editor: { kind: "editor", choice: { words: [editor], from: "default" } } } as const;
  return createLineReviewer({ terminal, show, pager: null, editing });
}

/** Newest first, as `galley undo` would, one after another. */
async function takeBack(
  receipts: readonly string[],
  workspace: LocalWorkspace,
  stage: DemoScreen,
): Promise<readonly string[]> {
  const { out, paint } = stage;
  out(printable`\n${heading(SCENES.length + 1, plain`And all of it back`, stage)}\n\n`);
  if (receipts.length === 0) {
    out(plain`You approved nothing, so nothing was written. That is the point.\n`);
    return [];
  }
  out(plain`${paragraph(plain`Changed your mind? galley undo reverts what was written, newest first.`, stage)}\n`);
  await stage.enter(plain`Enter undoes all of it.`);
  out(plain`\n`);
  const { state, openRoot, show, known } = workspace;
  const by = stage.isPaced ? "person" : "command";
  const restored: string[] = [];
  for (const receipt of receipts.toReversed()) {
    const undone = await undo({ state: await state(), receipt, by, openRoot });
    restored.push(...undone.restored.map(show));
  }
  const width = Math.max(...restored.map((path) => path.length));
  for (const path of restored) {
    const end = known(path) ? plain`is as it was before` : plain`is gone again`;
    out(printable`${paint.green(plain`✓`)} ${reveal(path.padEnd(width))}  ${end}\n`);
  }
  out(plain`\nEvery byte is as it was.\n`);
  return restored;
}

async function bow({ out, settled }: DemoScreen, text: Plain, code: number): Promise<number> {
  out(plain`${text}\n`);
  await settled();
  return code;
}

const FAREWELL = plain`
Now with your own files:

  galley apply answer.md               review what any chat answered
  galley                               talk to a model about them
  galley run --approve ask "do this"   let it work, and be asked
  galley --help                        the rest`;
