import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFailure } from "../../../base/index.ts";
import type { Proposed } from "../../types.ts";
import { BlockParser } from "./parser.ts";
import type { BlockEvent } from "./machine.ts";

const START = "««« EDIT";
const SEPARATOR = "═══════ REPL";
const END = "»»» EDIT END";

function eventsOf(chunks: readonly (string | Uint8Array)[]): BlockEvent[] {
  const parser = new BlockParser();
  const events = chunks.flatMap((chunk) => parser.push(chunk));
  return [...events, ...parser.end()];
}

/** Pieces of text that follow each other are one piece: where an answer was cut is no news. */
function joined(events: readonly BlockEvent[]): BlockEvent[] {
  const result: BlockEvent[] = [];
  for (const event of events) {
    const last = result.at(-1);
    if (event.kind === "text" && last?.kind === "text")
      result[result.length - 1] = { ...last, text: last.text + event.text };
    else if (event.kind === "block-text" && last?.kind === "block-text" && last.section === event.section)
      result[result.length - 1] = { ...last, text: last.text + event.text };
    else result.push(event);
  }
  return result;
}

function blocksOf(text: string): Proposed[] {
  return eventsOf([text]).flatMap((event) => (event.kind === "block-end" ? [event.proposed] : []));
}

/** One line per block: `path: find → put`, `path + content`, or `! path error`. */
function draw(block: Proposed): string {
  if (block.kind === "broken") return `! ${block.path} ${block.error}`;
  const { change } = block;
  if (change.kind === "replace") return `${block.path}: ${JSON.stringify(change.find)} → ${JSON.stringify(change.put)}`;
  return change.kind === "create" ? `${block.path} + ${JSON.stringify(change.content)}` : change.kind;
}

function lines(...all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}

describe("what a block means", () => {
  test.each<[string, string, string[]]>([
    ["lines change", lines("a.ts", START, "old", SEPARATOR, "new", END), ['a.ts: "old\\n" → "new\\n"']],
    [
      "no line break at the end of the answer",
      `a.ts\n${START}\nold\n${SEPARATOR}\nnew\n${END}`,
      ['a.ts: "old\\n" → "new\\n"'],
    ],
    ["an empty EDIT section creates", lines("a/b.ts", START, SEPARATOR, "x", "", END), ['a/b.ts + "x\\n\\n"']],
    ["nothing at all creates an empty file", lines("__init__.py", START, SEPARATOR, END), ['__init__.py + ""']],
    ["an empty REPL section deletes", lines("a.ts", START, "x", SEPARATOR, END), ['a.ts: "x\\n" → ""']],
    [
      "blank lines inside are content",
      lines("a.ts", START, "x", "", SEPARATOR, "", "y", END),
      ['a.ts: "x\\n\\n" → "\\ny\\n"'],
    ],
    [
      "prose around, two blocks",
      lines(
        "Two changes.",
        "",
        "a.ts",
        START,
        "1",
        SEPARATOR,
        "2",
        END,
        "And:",
        "b.ts",
        START,
        "3",
        SEPARATOR,
        "4",
        END,
        "Done.",
      ),
      ['a.ts: "1\\n" → "2\\n"', 'b.ts: "3\\n" → "4\\n"'],
    ],
    [
      "a marker may have whitespace after it",
      lines("a.ts", `${START}  `, "1", `${SEPARATOR}\t`, "2", `${END} `),
      ['a.ts: "1\\n" → "2\\n"'],
    ],
    [
      "an indented marker is content",
      lines("a.ts", START, ` ${SEPARATOR}`, SEPARATOR, ` ${END}`, END),
      [`a.ts: " ${SEPARATOR}\\n" → " ${END}\\n"`],
    ],
    [
      "a marker with words after it is content",
      lines("a.ts", START, `${SEPARATOR} x`, SEPARATOR, `${START}:`, END),
      [`a.ts: "${SEPARATOR} x\\n" → "${START}:\\n"`],
    ],
    [
      "a rule of double lines is content",
      lines("a.ts", START, "═══════", SEPARATOR, "══════ REPL", END),
      ['a.ts: "═══════\\n" → "══════ REPL\\n"'],
    ],
    [
      "text that looks like a path is content inside",
      lines("a.ts", START, "b.ts", SEPARATOR, "c.ts", END),
      ['a.ts: "b.ts\\n" → "c.ts\\n"'],
    ],
    ["a lone \\r is content", `a.ts\n${START}\nx\ry\n${SEPARATOR}\nz\r\n${END}\n`, ['a.ts: "x\\ry\\n" → "z\\r\\n"']],
    [
      "an answer in \\r\\n has none in its content",
      lines("a.ts", START, "1", SEPARATOR, "2\r3", END).replaceAll("\n", "\r\n"),
      ['a.ts: "1\\n" → "2\\r3\\n"'],
    ],
    [
      "\\r\\n content under \\n markers stays",
      `a.ts\n${START}\n${SEPARATOR}\nx\r\ny\r\n${END}\n`,
      ['a.ts + "x\\r\\ny\\r\\n"'],
    ],
    ["a BOM before the first path", `\uFEFFa.ts\n${START}\n${SEPARATOR}\n${END}\n`, ['a.ts + ""']],
  ])("%s", (_, text, drawn) => expect(blocksOf(text).map(draw)).toEqual(drawn));
});

describe("where the path is", () => {
  const block = lines(START, SEPARATOR, END);
  test.each<[string, string, string]>([
    ["directly before", "a.ts\n", "a.ts"],
    ["one blank line between", "a.ts\n\n", "a.ts"],
    ["a code fence between", "a.ts\n```ts\n", "a.ts"],
    ["a fence and a blank line between", "a.ts\n\n````\n", "a.ts"],
    ["the nearest of two", "old.ts\nnew.ts\n", "new.ts"],
    ["a path in prose before the real one", "See src/a.ts.\nNow:\nsrc/b.ts\n", "src/b.ts"],
    ["two blank lines are too many", "a.ts\n\n\n", "null"],
    ["two fences are too many", "a.ts\n```\n```\n", "null"],
    ["prose between", "a.ts\nas follows\n", "null"],
    ["nothing before", "", "null"],
    ["only a fence before", "```\n", "null"],
    ["a very long line before", `${"x".repeat(9000)}/y\n`, "null"],
    ["a path after a very long line", `${"x ".repeat(9000)}\na.ts\n`, "a.ts"],
  ])("%s", (_, before, path) => {
    const [found] = blocksOf(before + block);
    expect(`${found?.path}`).toBe(path);
    expect(found?.kind).toBe(path === "null" ? "broken" : "edit");
  });

  test("not before the end of the block above", () =>
    expect(blocksOf(lines("a.ts", START, SEPARATOR, "x", END, START, SEPARATOR, END)).map(draw)).toEqual([
      'a.ts + "x\\n"',
      "! null malformed_block",
    ]));
});

describe("longer markers", () => {
  const long = (length: number) =>
    [`${"«".repeat(length)} EDIT`, `${"═".repeat(length + 4)} REPL`, `${"»".repeat(length)} EDIT END`] as const;
  const [start, separator, end] = long(4);
  test.each<[string, string, string[]]>([
    [
      "shorter ones are content",
      lines("a.md", start, START, SEPARATOR, END, separator, "x", END, end),
      [`a.md: "${START}\\n${SEPARATOR}\\n${END}\\n" → "x\\n${END}\\n"`],
    ],
    [
      "longer separators and ends are content",
      lines("a.md", START, separator, end, SEPARATOR, end, END),
      [`a.md: "${separator}\\n${end}\\n" → "${end}\\n"`],
    ],
    [
      "a start of the same length breaks",
      lines("a.md", start, "x", "b.md", start, "1", separator, "2", end),
      ["! a.md malformed_block", 'b.md: "1\\n" → "2\\n"'],
    ],
    [
      "a longer start breaks",
      lines("a.md", START, "x", "b.md", start, separator, end),
      ["! a.md malformed_block", 'b.md + ""'],
    ],
    ["the separator must fit", lines("a.md", start, "x", SEPARATOR, "y", end), ["! a.md malformed_block"]],
    ["the end must fit", lines("a.md", start, "x", separator, "y", END), ["! a.md incomplete"]],
    ["forty signs", lines("a.md", ...long(40).flatMap((mark) => [mark, "x"])), ['a.md: "x\\n" → "x\\n"']],
  ])("%s", (_, text, drawn) => expect(blocksOf(text).map(draw)).toEqual(drawn));
});

describe("broken blocks are reported, and the next one counts", () => {
  const good = ["b.ts", START, "1", SEPARATOR, "2", END];
  const fine = 'b.ts: "1\\n" → "2\\n"';
  test.each<[string, string, string[]]>([
    ["no end", lines("a.ts", START, "x", SEPARATOR, "y", "", ...good), ["! a.ts malformed_block", fine]],
    ["no separator and no end", lines("a.ts", START, "x", ...good), ["! a.ts malformed_block", fine]],
    ["no separator", lines("a.ts", START, "x", END, ...good), ["! a.ts malformed_block", fine]],
    [
      "two separators",
      lines("a.ts", START, "x", SEPARATOR, "y", SEPARATOR, "z", END, ...good),
      ["! a.ts malformed_block", fine],
    ],
    [
      "two separators and no end",
      lines("a.ts", START, "x", SEPARATOR, "y", SEPARATOR, "z", ...good),
      ["! a.ts malformed_block", fine],
    ],
    ["two separators at the end", lines("a.ts", START, "x", SEPARATOR, "y", SEPARATOR), ["! a.ts malformed_block"]],
    [
      "no path",
      lines("Here is the change:", START, "x", SEPARATOR, "y", END, ...good),
      ["! null malformed_block", fine],
    ],
    ["no path and no end", lines("", START, "x"), ["! null malformed_block"]],
    [
      "blank lines to find",
      lines("a.ts", START, "", "  ", SEPARATOR, "y", END, ...good),
      ["! a.ts malformed_block", fine],
    ],
    [
      "an end without a start",
      lines("a.ts", "<<< EDIT", "x", SEPARATOR, "y", END, ...good),
      ["! null malformed_block", fine],
    ],
    ["the answer stops in the old text", lines(...good, "a.ts", START, "x"), [fine, "! a.ts incomplete"]],
    ["the answer stops in the new text", `${lines("a.ts", START, "x", SEPARATOR)}y`, ["! a.ts incomplete"]],
    ["the answer stops in a marker", `${lines("a.ts", START, "x", SEPARATOR)}»»» EDIT E`, ["! a.ts incomplete"]],
    ["a separator alone is text", lines(SEPARATOR, ...good), [fine]],
  ])("%s", (_, text, drawn) => expect(blocksOf(text).map(draw)).toEqual(drawn));

  test.each<[string, string, string]>([
    [
      "no path line",
      lines("Here is the change:", START, SEPARATOR, END),
      `There is no path line before "${START}" (line 2 of the answer); "Here is the change:" is not a path alone. Put the path of the file alone on the line before the marker. None of it was applied.`,
    ],
    [
      "a damaged end",
      lines("a.ts", START, "x", SEPARATOR, "y", "»»» END EDIT"),
      "The answer ends inside this block, which starts on line 2 of the answer. Line 6 of the answer looks like a damaged marker. None of it was applied; send the whole block again.",
    ],
    [
      "a second separator",
      lines("", "a.ts", START, "x", SEPARATOR, "y", SEPARATOR, END),
      `The block has a second "${SEPARATOR}" line (line 7 of the answer), so it is not clear where the new text begins. Send it again with one separator; if such lines are part of the file, use longer markers: "«««« EDIT", "════════ REPL", "»»»» EDIT END". None of it was applied.`,
    ],
  ])("the message helps: %s", (_, text, message) => expect(blocksOf(text)[0]).toMatchObject({ message }));

  test("a message stays short however long the marker is", () => {
    const [block] = blocksOf(lines("a.ts", `${"«".repeat(100_000)} EDIT`, `${"»".repeat(100_000)} EDIT END`));
    expect(block?.kind === "broken" && block.message.length).toBeLessThan(400);
  });
});

describe("what a reader sees while it streams", () => {
  const text = lines("Hi.", "a.ts", START, "1", SEPARATOR, "2", END, "Bye.");

  test("the whole story", () => {
    const proposed = {
      source: { format: "edit-block", from: 4, to: text.length - 5 },
      kind: "edit",
      path: "a.ts",
      change: { kind: "replace", find: "1\n", put: "2\n", match: "lines", all: false },
    } as const;
    expect(joined(eventsOf([text]))).toEqual([
      { kind: "text", text: "Hi.\na.ts\n" },
      { kind: "block-start", path: "a.ts", from: 4 },
      { kind: "block-text", section: "old", text: "1\n" },
      { kind: "block-text", section: "new", text: "2\n" },
      { kind: "block-end", proposed },
      { kind: "text", text: "Bye.\n" },
    ]);
  });

  test("words and content come at once, a possible marker waits", () => {
    const parser = new BlockParser();
    expect(parser.push("Hel")).toEqual([{ kind: "text", text: "Hel" }]);
    expect(parser.push("lo\na\n«")).toEqual([{ kind: "text", text: "lo\na\n" }]);
    expect(parser.push("«« EDIT")).toEqual([]);
    expect(parser.push("\nle")).toEqual([
      { kind: "block-start", path: "a", from: 6 },
      { kind: "block-text", section: "old", text: "le" },
    ]);
  });

  test("the source of a block, read alone, is the block", () => {
    const [block] = blocksOf(text);
    const { from, to } = block!.source;
    expect(blocksOf(text.slice(from, to)).map(draw)).toEqual([draw(block!)]);
  });

  test("after the end nothing more is taken", () => {
    const parser = new BlockParser();
    parser.end();
    expect(parser.end()).toEqual([]);
    expect(() => parser.push("x")).toThrow(/ended/);
  });

  test.each<[string, number[][]]>([
    ["a byte that is none of UTF-8", [[0x61, 0xff]]],
    ["a character cut off by the end", [[0x61, 0xe2, 0x95]]],
    ["a character cut off by another", [[0xe2], [0x61]]],
  ])("%s is refused, not mended", (_, chunks) => {
    let thrown: unknown;
    try {
      eventsOf(chunks.map((chunk) => Uint8Array.from(chunk)));
    } catch (error) {
      thrown = error;
    }
    expect(isFailure(thrown, "BINARY")).toBe(true);
  });
});

const someLine = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(START, SEPARATOR, END, "«««« EDIT", "════════ REPL", "»»»» EDIT END") },
  {
    weight: 2,
    arbitrary: fc.constantFrom("a.ts", "src/b.ts", "**c.ts**", "", "  ", "```ts", "File: d.ts", "Some words."),
  },
  fc.constantFrom(` ${START}`, "«« EDIT", "»»» END", "═══════", `${START} x`, "«", "»»»", "é═€\u{1F600}", "x\ry", "\r"),
  fc.string({ maxLength: 12 }).map((text) => text.replaceAll("\n", " ")),
);
const someBreak = fc.constantFrom("\n", "\n", "\n", "\r\n");
const answers = fc
  .tuple(fc.array(fc.tuple(someLine, someBreak), { maxLength: 24 }), someLine)
  .map(([all, last]) => all.map((line) => line.join("")).join("") + last);
const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 });

function cut<T extends { slice: (from: number, to: number) => T; readonly length: number }>(
  whole: T,
  at: readonly number[],
): T[] {
  const places = [...new Set([0, ...at.map((place) => Math.min(place, whole.length)), whole.length])].toSorted(
    (a, b) => a - b,
  );
  return places.slice(1).map((to, index) => whole.slice(places[index]!, to));
}

describe("laws", () => {
  test("cutting the stream anywhere changes nothing", () =>
    fc.assert(
      fc.property(answers, cuts, (text, at) => {
        const whole = joined(eventsOf([text]));
        expect(joined(eventsOf(cut(text, at)))).toEqual(whole);
        expect(joined(eventsOf(text.split("")))).toEqual(whole);
        if (text.isWellFormed()) {
          const bytes = new TextEncoder().encode(text);
          expect(joined(eventsOf(cut(bytes, at)))).toEqual(whole);
          expect(joined(eventsOf(Array.from(bytes, (byte) => Uint8Array.of(byte))))).toEqual(whole);
        }
      }),
      { numRuns: 300 },
    ));

  test("every start has one end, offsets are in order, and no text is lost", () =>
    fc.assert(
      fc.property(answers, (text) => {
        const events = eventsOf([text]);
        const kinds = events
          .map((event) => event.kind)
          .filter((kind) => kind === "block-start" || kind === "block-end");
        expect(kinds).toEqual(kinds.map((_, at) => (at % 2 === 0 ? "block-start" : "block-end")));
        let at = 0;
        for (const event of events) {
          if (event.kind !== "block-end") continue;
          const { from, to } = event.proposed.source;
          expect([at <= from, from < to, to <= text.length]).toEqual([true, true, true]);
          at = to;
        }
        if (!events.some((event) => event.kind === "block-start"))
          expect(events.map((event) => (event.kind === "text" ? event.text : "")).join("")).toBe(text);
      }),
    ));
});

describe("hostile input stays linear", () => {
  // The parser's work is what it hands to the engine's string functions: count the characters they are given.
  function workOf(chunks: Iterable<string>): number {
    let work = 0;
    const counted = ["slice", "indexOf", "charCodeAt", "replaceAll", "join"] as const;
    const parser = new BlockParser();
    const originals = counted.map(
      (name) => [name, name === "join" ? Array.prototype.join : String.prototype[name]] as const,
    );
    for (const [name, original] of originals) {
      const target = name === "join" ? Array.prototype : String.prototype;
      Object.defineProperty(target, name, {
        configurable: true,
        writable: true,
        value: function counting(this: unknown, ...given: unknown[]): unknown {
          const result = Reflect.apply(original, this, given);
          work +=
            typeof result === "string"
              ? result.length + 1
              : name === "indexOf"
                ? distance(this as string, given, result as number)
                : 1;
          return result;
        },
      });
    }
    try {
      for (const chunk of chunks) parser.push(chunk);
      parser.end();
    } finally {
      for (const [name, original] of originals)
        Object.defineProperty(name === "join" ? Array.prototype : String.prototype, name, {
          configurable: true,
          writable: true,
          value: original,
        });
    }
    return work;
  }

  function distance(text: string, given: readonly unknown[], found: number): number {
    return (found < 0 ? text.length : found) - Number(given[1] ?? 0) + 1;
  }

  const block = lines("a.ts", START, "one", SEPARATOR, "two", END);
  test.each<[string, (size: number) => string[]]>([
    ["single characters", (size) => [...block.repeat(size / block.length)]],
    ["one line of content", (size) => [`a\n${START}\n`, ...Array.from({ length: size / 64 }, () => "x".repeat(64))]],
    ["one line that may be a marker", (size) => Array.from({ length: size }, () => "«")],
    ["one line of text", (size) => Array.from({ length: size }, () => "y")],
    ["nothing but starts", (size) => [`${START}\n`.repeat(size / 9)]],
    [
      "ever longer starts",
      (size) => Array.from({ length: Math.sqrt(size) }, (_, at) => `a\n${"«".repeat(at + 3)} EDIT\n`),
    ],
    ["blank lines", (size) => Array.from({ length: size }, () => "\n")],
    ["\\r without end", (size) => [`a\n${START}\r\n`, ...Array.from({ length: size }, () => "\r")]],
  ])("%s", (_, chunksOf) => {
    const small = chunksOf(20_000);
    const large = chunksOf(80_000);
    const perCharacter = (chunks: readonly string[]): number =>
      workOf(chunks) / chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    expect(perCharacter(large)).toBeLessThan(perCharacter(small) * 1.5 + 1);
    expect(perCharacter(large)).toBeLessThan(40);
  });
});
