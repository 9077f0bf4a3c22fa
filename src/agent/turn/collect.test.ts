import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Collector } from "./collect.ts";
import { NO_USAGE, type ModelEvent } from "../model.ts";

type Told = { readonly name: string; readonly text: string };

function heard(events: readonly ModelEvent[]): { readonly told: readonly Told[]; readonly text: string } {
  const told: Told[] = [];
  const tell = (name: string, ...[text]: readonly unknown[]): void => void told.push({ name, text: String(text) });
  const collector = new Collector({ display: { tell, problem: () => null }, used: new Set() });
  for (const event of events) collector.take(event);
  return { told, text: collector.end().text };
}

const say = (delta: string): ModelEvent => ({ kind: "text", delta });
const call: ModelEvent = { kind: "call", id: "c", tool: "ls", input: "{}" };
const think: ModelEvent = { kind: "reasoning", delta: "hm" };
const done: ModelEvent = { kind: "finish", reason: "stop", usage: NO_USAGE };

describe("S3-10: words go to the display at once and are committed before anything else", () => {
  /** Commits in brackets, thinking in braces. */
  const draw = ({ name, text }: Told): string =>
    name === "onTextCommit" ? `[${text}]` : name === "onReasoningDelta" ? `{${text}}` : text;

  test.each<[string, readonly ModelEvent[], readonly string[]]>([
    ["T46: the first piece counts", [say("He"), say("llo"), done], ["He", "llo", "[Hello]"]],
    ["T47: the end of a part is no commit", [say("a"), { kind: "text-end" }, say("b"), done], ["a", "b", "[ab]"]],
    ["a call commits", [say("I look."), call, done], ["I look.", "[I look.]"]],
    ["thinking commits", [say("a"), think, say("b"), done], ["a", "[a]", "{hm}", "b", "[b]"]],
    ["calls without words commit nothing", [call, call, done], []],
    ["an answer that is cut is committed as far as it came", [say("half")], ["half", "[half]"]],
    ["an empty answer", [done], []],
  ])("%s", (_, events, expected) => expect(heard(events).told.map(draw)).toEqual(expected));
});

test("B24: each commit is the deltas since the last one, and all of them are the text of the answer", () => {
  const others: readonly ModelEvent[] = [call, think, { kind: "text-end" }, { kind: "reasoning-end" }];
  const event = fc.oneof(fc.string({ unit: "binary" }).map(say), fc.constantFrom(...others));
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const { told, text } = heard(events);
      let open = "";
      let committed = "";
      for (const one of told) {
        if (one.name === "onTextDelta") open += one.text;
        if (one.name !== "onTextCommit") continue;
        expect(one.text).toBe(open);
        committed += open;
        open = "";
      }
      const said = events.map((each) => (each.kind === "text" ? each.delta : "")).join("");
      expect([open, committed, text]).toEqual(["", said, said]);
    }),
  );
});
