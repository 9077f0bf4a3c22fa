// Long conversations, and interrupts at every event of one, over real sockets: the server's refusals stay empty.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { SILENT } from "../../src/agent/index.ts";
import { DisplayBuffer, type Step } from "../../src/testing/index.ts";
import { withTalk, type Wire } from "./server-run.ts";

const LOOK: Step = {
  text: "I look. ",
  calls: [
    { name: "read_file", arguments: { path: "a.txt" } },
    { name: "ls", arguments: {} },
  ],
};
const EDIT: Step = {
  text: "I edit. ",
  calls: [{ name: "edit_file", arguments: { path: "a.txt", old_string: "one", new_string: "1" } }],
};

/** Answers by what the history holds: how far an interrupted turn came is not known beforehand. */
const answering = Array.from({ length: 9 }, () => ({ body }: { body: Readonly<Record<string, unknown>> }): Step => {
  const history = JSON.stringify(body["messages"]);
  if (history.includes("and now?")) return { text: "Still here." };
  if (history.includes("I edit. ")) return { text: "All done." };
  return history.includes("I look. ") ? EDIT : LOOK;
});

describe.each<Wire>(["openai", "anthropic"])("%s", (wire) => {
  /** Interrupts the first turn at this event; gives how many there were. 0: none is interrupted. */
  async function interruptAt(at: number): Promise<number> {
    let events = 0;
    await withTalk(wire, answering, async ({ say, server, session, read }) => {
      const stop = new AbortController();
      const tick = (): void => {
        events += 1;
        if (events === at) stop.abort();
      };
      const approve = (): boolean => {
        tick();
        return true;
      };
      const first = await say("please", { signal: stop.signal, display: new DisplayBuffer(tick), approve });
      const edited = first.receipts.some(({ tool, receipt }) => tool === "edit_file" && receipt === "applied");
      expect(first.kind).toMatch(/^(done|interrupted)$/);
      expect(await read("a.txt")).toBe(edited ? "1\ntwo\n" : "one\ntwo\n");
      expect(session.messages[0]).toMatchObject({ role: "user", text: "please" });
      expect(await say("and now?")).toMatchObject({ kind: "done", text: "Still here." });
      expect(server.refused, `interrupted at event ${at}`).toEqual([]);
    });
    return events;
  }

  test("interrupted at every event, the next turn is accepted", async () => {
    const events = await interruptAt(0);
    expect(events).toBeGreaterThan(15);
    for (let at = 1; at <= events; at += 1) await interruptAt(at);
  }, 120_000);
});

// The history is cut to its size again and again well before the sixtieth turn; the server that judges most sees them all.
test.each<[Wire, number]>([
  ["openai", 60],
  ["anthropic", 200],
])(
  "%s, %i turns with tools: the history stays valid, what is sent and what is held stay bounded",
  async (wire, turns) => {
    const big = "x".repeat(4_000);
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}.txt`, `${at}\n${big}\n`]));
    const turn = (at: number): Step[] => [
      {
        text: `Turn ${at}. `,
        calls: [
          { id: "call_0", name: "read_file", arguments: { path: `f${at % 20}.txt` } },
          ...(at % 4 > 0 ? [] : [{ id: "call_1", name: "edit_file", arguments: editOf(at) }]),
        ],
      },
      { text: `That was turn ${at}.` },
    ];
    const script = Array.from({ length: turns }, (_, at) => turn(at)).flat();
    await withTalk(
      wire,
      script,
      async ({ say, server, session }) => {
        const sent: number[] = [];
        let early = 0;
        for (let at = 0; at < turns; at += 1) {
          const result = await say(`turn ${at}`, { limits: { historyChars: 60_000 }, display: SILENT });
          expect(result).toMatchObject({ kind: "done", text: `That was turn ${at}.` });
          expect(result.receipts.every(({ receipt }) => receipt === "applied")).toBe(true);
          // The server would keep every request: its memory is not what is looked at.
          sent.push(...server.forget().map(({ body }) => JSON.stringify(body["messages"]).length));
          if (at === turns >> 1) early = heapUsed();
        }
        expect(server.refused).toEqual([]);
        expect(sent).toHaveLength(turns * 2);
        expect(Math.max(...sent)).toBeLessThan(120_000);
        expect(JSON.stringify(session.messages).length).toBeLessThan(120_000);
        // The second half alone sends 2 MB in the shorter talk and 8 MB in the longer: kept, that would show.
        expect(heapUsed() - early).toBeLessThan(2_000_000);
      },
      { files },
    );
  },
  120_000,
);

function editOf(at: number): object {
  return { path: `f${at % 20}.txt`, old_string: `${at}\n`, new_string: `${at + 20}\n` };
}

function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  setFlagsFromString("--no-expose-gc"); // Other files run in this process, and code caches are for the usual flags.
  collect();
  return process.memoryUsage().heapUsed;
}
