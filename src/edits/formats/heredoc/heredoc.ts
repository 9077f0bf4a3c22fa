// Shell commands that write a file with a here-document: `cat > src/a.ts <<'EOF'`. Nothing is run or expanded.
// Never takes a document whose end is missing, and never leaves out that a shell would write something else.
//
//   document = command *line delimiter          see command.ts; the delimiter alone on its line
//
// Certain only where nothing else is meant: in a shell's code fence that does nothing but write such files and make
// folders for them. Everything else that a shell would do is shown to a person as a doubt.

import type { Change, Proposed } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { closesFence } from "../fences/fences.ts";
import { likely } from "../passages.ts";
import { answerLine, incomplete, quote, sourceOf, type Region, type ScanContext } from "../scan.ts";
import type { FormatCode } from "../written.ts";
import { readWriteCommand, type WriteCommand } from "./command.ts";

const SHELL = /^(?:(?:ba|z|k|fi)?sh|shell|shell-?session|console|terminal)?$/i;

export function readHeredoc(context: ScanContext, at: number): Region | null {
  const { answer, fence } = context;
  if (!isStart(answer.first(at), fence !== null)) return null;
  if (fence !== null && !SHELL.test(fence.info.split(/[\s{]/)[0]!)) return null;
  const command = readWriteCommand(answer.line(at));
  if (command === null) return null;
  const found: Found[] = [];
  const doubts = new Set<string>(fence === null ? [NO_FENCE] : doubtsBefore(context, at));
  let next = at;
  for (let line = at, current: WriteCommand | null = command; current !== null;) {
    const document = readDocument(context, line, current);
    found.push({ at: line, command: current, document });
    next = document.next;
    if (document.end === null) break;
    const following = nextCommand(context, next, doubts);
    line = following?.at ?? line;
    current = following?.command ?? null;
  }
  return { blocks: found.map((each) => proposed(answer, each, doubts)), next };
}

/** c t m $ and, in a fence, whitespace. */
function isStart(first: number, isInFence: boolean): boolean {
  if (first === 0x63 || first === 0x74 || first === 0x6d || first === 0x24) return true;
  return isInFence && (first === 0x20 || first === 0x09);
}

/** Whether a fence begins with a command that writes a file: then it is no file of its own. */
export function startsHeredoc(answer: Answer, at: number): boolean {
  return isStart(answer.first(at), false) && readWriteCommand(answer.line(at)) !== null;
}

const NO_FENCE = "It is not in a code fence of a shell.";
const COMMANDS = "Other commands are around it, and they are not run.";
const FOLDER = 'A "cd" comes before it, so its path may be meant from another folder.';

const HARMLESS = /^\s*(?:#|$|mkdir\s|set\s+-|(?:\$ )?mkdir\s)/;
const CD = /^\s*(?:\$ )?(?:cd|pushd)\s/;

function doubtsBefore({ answer, fenceLine, floor }: ScanContext, at: number): readonly string[] {
  const doubts: string[] = [];
  for (let line = Math.max(fenceLine + 1, floor); line < at; line += 1)
    addDoubt(answer.line(line), (doubt) => doubts.push(doubt));
  return doubts;
}

function addDoubt(line: string, add: (doubt: string) => void): void {
  if (CD.test(line)) add(FOLDER);
  else if (!HARMLESS.test(line)) add(COMMANDS);
}

type Found = { readonly at: number; readonly command: WriteCommand; readonly document: Document };

type Document = {
  /** The line of the delimiter; null when it is missing. */
  readonly end: number | null;
  readonly next: number;
  /** Whitespace before the command that its lines have too. */
  readonly indent: string;
  readonly hasFences: boolean;
};

/** The next command of the fence that writes a file; other lines before it are doubts. */
function nextCommand(
  { answer, fence }: ScanContext,
  from: number,
  doubts: Set<string>,
): { readonly at: number; readonly command: WriteCommand } | null {
  if (fence === null) return null;
  for (let at = from; at < answer.length; at += 1) {
    const line = answer.line(at);
    if (closesFence(line, fence)) return null;
    const command = isStart(answer.first(at), true) ? readWriteCommand(line) : null;
    if (command !== null) return { at, command };
    addDoubt(line, (doubt) => doubts.add(doubt));
    if (line.includes("<<")) return null; // Another document, which may hold edits of its own.
  }
  return null;
}

function readDocument({ answer, fence }: ScanContext, at: number, command: WriteCommand): Document {
  const indent = /^[ \t]*/.exec(answer.line(at))![0]; // It matches everywhere.
  let close: number | null = null;
  for (let line = at + 1; line < answer.length; line += 1) {
    const text = answer.line(line);
    const plain = command.stripsTabs ? text.replace(/^\t+/, "") : text;
    if (plain === command.delimiter || (indent !== "" && text === indent + command.delimiter))
      return {
        end: line,
        next: line + 1,
        indent: plain === command.delimiter ? "" : indent,
        hasFences: close !== null,
      };
    if (fence !== null && close === null && closesFence(text, fence)) close = line;
    // The fence is closed and another document begins: this one has no end.
    if (close !== null && isStart(answer.first(line), true) && readWriteCommand(text) !== null) break;
  }
  return { end: null, next: close ?? answer.length, indent: "", hasFences: false };
}

function proposed(answer: Answer, { at, command, document }: Found, around: ReadonlySet<string>): Proposed {
  const { path, delimiter } = command;
  const source = sourceOf(answer, "heredoc", at, document.next);
  if (document.end === null)
    return incomplete(
      source,
      path,
      `The here-document that starts on ${answerLine(at)} has no line ${quote(delimiter)}.`,
    );
  const doubts = [...around];
  const unsure = (why: string): Proposed => likely(source, { path, change: null, why, reading: "", line: at + 1 });
  if (command.pathExpands)
    return unsure(
      `A shell would expand the path ${quote(path)}, and nothing is expanded here. Write the path of the file.`,
    );
  if (command.hasMore) doubts.push(COMMANDS);
  if (document.indent !== "") doubts.push("It is indented.");
  if (document.hasFences) doubts.push("It has the end of its code fence in it.");
  const lines = contentOf(answer, { at, end: document.end, command, document });
  const content = command.isQuoted ? lines : unescaped(lines);
  if (content === null)
    return unsure(
      `A shell would expand parts of the text, since ${quote(delimiter)} is not quoted, and nothing is expanded here. Write <<'${delimiter}', and the text as it is to be in the file.`,
    );
  if (!command.isQuoted && EXPANDS.test(lines))
    doubts.push(`${quote(delimiter)} is not quoted, so a shell would act on "$", "\`" or "\\\\" in the text.`);
  const change = changeOf(content, command);
  if (doubts.length === 0) return { source, kind: "edit", path, change };
  const why = `This shell command writes ${path}. ${[...new Set(doubts)].join(" ")} Send the file in a code fence with its path, or the change as an edit.`;
  const reading = `${quote(answer.line(at).trim())} writes the file. ${[...new Set(doubts)].join(" ")}`.replace(
    /\.$/,
    "",
  );
  return likely(source, { path, change, why, reading, line: at + 1 });
}

function contentOf(
  answer: Answer,
  { at, end, command, document }: { at: number; end: number; command: WriteCommand; document: Document },
): string {
  const text = answer.content(at + 1, end, { crlf: answer.isCrlf(at) });
  const { indent } = document;
  if (indent === "" && !command.stripsTabs) return text;
  return text
    .split("\n")
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .map((line) => (command.stripsTabs ? line.replace(/^\t+/, "") : line))
    .join("\n");
}

const EXPANDS = /[$`\\]/;

/**
 * The text of an unquoted document. Where every special character is escaped, as a shell writes it; where none is, as it
 * is. Null when both occur: then the two readings differ.
 */
function unescaped(text: string): string | null {
  const isEscaped = /\\(?:[$`\\]|\n)/.test(text);
  if (!isEscaped) return text;
  const plain = text.replaceAll(/\\(?:([$`\\])|\n)/g, "");
  return /[$`]/.test(plain) ? null : text.replaceAll(/\\(?:([$`\\])|\n)/g, "$1");
}

/** Lines at the end of a file, or a new file of them. */
function changeOf(content: string, { isAppend }: WriteCommand): Change {
  if (!isAppend) return { kind: "overwrite", content };
  const at = { line: null, after: [], end: true };
  const chunk = { find: "", put: content, at, noFinalNewline: { old: false, new: false } };
  return {
    kind: "either",
    readings: [
      { kind: "patch", chunks: [chunk], to: null },
      { kind: "create", content },
    ],
    rivals: [],
    why: "The command adds lines at the end of the file.",
  };
}

const EXAMPLE = `\`\`\`sh
cat > src/units.py <<'EOF'
METRE = 1
EOF
\`\`\`
`;

export const HEREDOC: FormatCode = {
  read: readHeredoc,
  instructions: {
    text: `# Writing files

Write each file in full as a here-document, in a code fence of a shell and with its delimiter in quotes:

${EXAMPLE}
Use \`cat >>\` to add lines at the end of a file. Choose a delimiter that is no line of the file.
`,
    example: { answer: EXAMPLE, before: {}, after: { "src/units.py": "METRE = 1\n" }, refused: 0 },
  },
};
