// Shell commands that write a file with a here-document: `cat > src/a.ts <<'EOF'`. Nothing is run or expanded.
// Never takes a document whose end is missing, and never leaves out that a shell would write something else.
//
//   document = command *line delimiter          see command.ts; the delimiter alone on its line
//
// Certain only where nothing else is meant: in a shell's code fence that does nothing but write such files and make
// folders for them. Everything else that a shell would do is shown to a person as a doubt.

import type { Proposed } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { closesFence } from "../fences/fences.ts";
import { likely } from "../passages.ts";
import { answerLine, incomplete, quote, sourceOf, type Region, type ScanContext } from "../scan.ts";
import type { FormatCode } from "../written.ts";
import type { Document as DocumentText, WriteCommand } from "./command.ts";
import { COMMAND_SIGNS, commandAt, SHELL_SIGNS, type CommandAt } from "./command-line.ts";
import { readPowerShell } from "./powershell.ts";
import { changeOf } from "./written-change.ts";

export function readHeredoc(context: ScanContext, at: number): Region | null {
  const { answer, fence } = context;
  if (fence !== null && context.shell !== "posix") return readPowerShell(context, at);
  const first = commandAt(context, at);
  if (first === null) return null;
  const found: Found[] = [];
  const doubts = new Set<string>(fence === null ? [NO_FENCE] : []);
  const folders: string[] = [];
  const around: Around = { doubts, folders };
  if (fence !== null)
    for (let line = Math.max(context.fenceLine + 1, context.floor); line < at; line += 1)
      addLine(around, answer.line(line));
  let next = at;
  for (let current: CommandAt | null = first; current !== null;) {
    const document = readDocument(context, current);
    found.push({ ...current, document, folders: [...folders, ...current.command.folders] });
    next = document.next;
    if (document.end === null) break;
    current = nextCommand(context, next, around);
  }
  const own = found.filter((each) => !isOutside(each.command));
  for (const { at: line, command } of found)
    if (isOutside(command))
      context.notes.push(
        `Line ${line + 1} of the answer writes ${command.path}, which is not in the project. It was not read as an edit.`,
      );
  return { blocks: own.map((each) => proposed(context, each, doubts)), next };
}

/** What is under the user's home folder, or the system's, is none of the project's. */
function isOutside({ path, source }: WriteCommand): boolean {
  return (
    source.kind === "document" && /^(?:~|\$HOME\b|\$\{HOME\}|\/(?:etc|usr|var|opt|root|boot|lib|s?bin)\/)/.test(path)
  );
}

const NO_FENCE = "It is not in a code fence of a shell.";
const COMMANDS = "Other commands are around it, and they are not run.";
const FOLDER = 'A "cd" comes before it, so its path may be meant from another folder.';

const HARMLESS = /^\s*(?:#|$|mkdir\s|set\s+-|(?:\$ )?mkdir\s)/;
const CD = /^\s*(?:\$ )?(?:cd|pushd)\s+(["']?)(.*?)\1\s*$/;

/** What the other lines of the fence say of its files. */
type Around = { readonly doubts: Set<string>; readonly folders: string[] };

function addLine({ doubts, folders }: Around, line: string): void {
  const cd = CD.exec(line);
  if (cd !== null) folders.push(cd[2]!.replace(/;?\s*$/, "")); // The pattern has it.
  else if (!HARMLESS.test(line)) doubts.add(COMMANDS);
}

/** `folders`: those that a "cd" before it goes to. */
type Found = CommandAt & { readonly document: Document; readonly folders: readonly string[] };

type Document = {
  /** The line of the delimiter, or after the command when its text is in it; null when it is missing. */
  readonly end: number | null;
  readonly next: number;
  /** Whitespace before the command that its lines have too. */
  readonly indent: string;
  readonly hasFences: boolean;
};

/** The next command of the fence that writes a file; other lines before it are doubts. */
function nextCommand(context: ScanContext, from: number, around: Around): CommandAt | null {
  const { answer, fence } = context;
  if (fence === null) return null;
  for (let at = from; at < answer.length; at += 1) {
    const line = answer.line(at);
    if (closesFence(line, fence)) return null;
    const found = commandAt(context, at);
    if (found !== null) return found;
    addLine(around, line);
    if (line.includes("<<")) return null; // Another document, which may hold edits of its own.
  }
  return null;
}

function readDocument(context: ScanContext, { at, next, command: { source } }: CommandAt): Document {
  const { answer, fence } = context;
  if (source.kind === "inline") return { end: next, next, indent: "", hasFences: false };
  const { delimiter, stripsTabs } = source;
  const indent = /^[ \t]*/.exec(answer.line(at))![0]; // It matches everywhere.
  let close: number | null = null;
  for (let line = next; line < answer.length; line += 1) {
    const text = answer.line(line);
    const plain = stripsTabs ? text.replace(/^\t+/, "") : text;
    if (plain === delimiter || (indent !== "" && text === indent + delimiter))
      return { end: line, next: line + 1, indent: plain === delimiter ? "" : indent, hasFences: close !== null };
    if (fence !== null && close === null && closesFence(text, fence)) close = line;
    // The fence is closed and another document begins: this one has no end.
    if (close !== null && commandAt({ answer, fence: null }, line) !== null) break;
  }
  return { end: null, next: close ?? answer.length, indent: "", hasFences: false };
}

function proposed(
  { answer, known }: ScanContext,
  { at, next, command, document, folders }: Found,
  around: ReadonlySet<string>,
): Proposed {
  const { source: text } = command;
  const path = inFolder(command, folders, known);
  const source = sourceOf(answer, "heredoc", at, document.next);
  if (document.end === null) {
    const delimiter = quote(text.kind === "document" ? text.delimiter : "");
    return incomplete(source, path, `The here-document that starts on ${answerLine(at)} has no line ${delimiter}.`);
  }
  const doubts = [...around];
  const unsure = (why: string): Proposed => likely(source, { path, change: null, why, reading: "", line: at + 1 });
  if (command.pathExpands)
    return unsure(
      `A shell would expand the path ${quote(path)}, and nothing is expanded here. Write the path of the file.`,
    );
  if (folders.length > 0) doubts.push(FOLDER);
  if (command.hasMore) doubts.push(COMMANDS);
  if (document.indent !== "") doubts.push("It is indented.");
  if (document.hasFences) doubts.push("It has the end of its code fence in it.");
  if (text.kind === "inline") {
    if (text.content === null)
      return unsure(`What this command writes depends on the shell: ${quote(answer.line(at).trim())}. ${AS_FILE}`);
    doubts.push("A command writes it.");
  }
  const lines = text.kind === "inline" ? text.content! : contentOf(answer, { at, from: next, text, document });
  const content = text.kind === "inline" || text.isQuoted ? lines : unescaped(lines);
  if (content === null)
    return unsure(
      `A shell would expand parts of the text, since the end of the document is not quoted, and nothing is expanded here. Write <<'EOF', and the text exactly as it should appear in the file.`,
    );
  if (text.kind === "document" && !text.isQuoted && EXPANDS.test(lines))
    doubts.push(`${quote(text.delimiter)} is not quoted, so a shell would act on "$", "\`" or "\\\\" in the text.`);
  const change = changeOf(content, command);
  if (doubts.length === 0) return { source, kind: "edit", path, change };
  const why = `This shell command writes ${path}. ${[...new Set(doubts)].join(" ")} ${AS_FILE}`;
  const reading = `${quote(answer.line(at).trim())} writes the file. ${[...new Set(doubts)].join(" ")}`.replace(
    /\.$/,
    "",
  );
  return likely(source, { path, change, why, reading, line: at + 1 });
}

/** Below the one folder that the commands go to, where it is there: else it may be the project's own. */
function inFolder(
  { path, pathExpands }: WriteCommand,
  folders: readonly string[],
  known: ScanContext["known"],
): string {
  const [folder, ...more] = folders.map((each) => each.replace(/^\.\//, "").replace(/\/+$/, ""));
  if (folder === undefined || more.length > 0 || pathExpands || path.startsWith("/")) return path;
  return /^[\w-][\w./-]*$/.test(folder) && known?.(folder) === true ? `${folder}/${path.replace(/^\.\//, "")}` : path;
}

const AS_FILE = "Send the file in a code fence with its path, or the change as an edit.";

function contentOf(
  answer: Answer,
  { at, from, text: { stripsTabs }, document }: { at: number; from: number; text: DocumentText; document: Document },
): string {
  const text = answer.content(from, document.end!, { crlf: answer.isCrlf(at) }); // It has an end.
  const { indent } = document;
  if (indent === "" && !stripsTabs) return text;
  return text
    .split("\n")
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .map((line) => (stripsTabs ? line.replace(/^\t+/, "") : line))
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

const EXAMPLE = `\`\`\`sh
cat > src/units.py <<'EOF'
METRE = 1
EOF
\`\`\`
`;

export const HEREDOC: FormatCode = {
  read: readHeredoc,
  startsIn: (place) => ({
    atStart: place === "code" ? "" : place === "shell" ? SHELL_SIGNS : COMMAND_SIGNS,
    indented: place === "shell" ? SHELL_SIGNS : "",
  }),
  instructions: {
    text: `# Writing files

Write each file in full as a here-document, in a code fence of a shell and with its delimiter in quotes:

${EXAMPLE}
Use \`cat >>\` to add lines at the end of a file. Choose a delimiter that is no line of the file.
`,
    example: { answer: EXAMPLE, before: {}, after: { "src/units.py": "METRE = 1\n" }, refused: 0 },
  },
};
