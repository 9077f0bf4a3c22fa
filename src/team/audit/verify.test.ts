import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CHAIN_START, chainHash, type AuditHead, type AuditRow } from "./entry.ts";
import { verifyAudit } from "./verify.ts";

function chain(repository: string, bodies: readonly string[]): AuditRow[] {
  let previous = CHAIN_START;
  return bodies.map((body, index) => {
    const row = { seq: index + 1, at: `2026-01-01T00:00:${String(index % 60).padStart(2, "0")}.000Z`, body };
    previous = chainHash(previous, row);
    return { repository, ...row, hash: previous };
  });
}

function headOf(rows: readonly AuditRow[]): AuditHead[] {
  const last = rows.at(-1);
  return last === undefined ? [] : [{ repository: last.repository, seq: last.seq, hash: last.hash }];
}

async function* each(rows: readonly AuditRow[]): AsyncGenerator<AuditRow> {
  yield* rows;
}

const check = async (rows: readonly AuditRow[], heads: readonly AuditHead[], kept: readonly AuditHead[] = []) =>
  (await verifyAudit({ rows: each(rows), heads }, kept)).problems.map(({ seq, problem }) => `${seq} ${problem}`);

const four = chain("a", ["one", "two", "three", "four"]);
const rebuilt = chain("a", ["one", "2", "three", "four"]);

test.each<[string, readonly AuditRow[], readonly AuditHead[], readonly AuditHead[], readonly string[]]>([
  ["complete", four, headOf(four), headOf(four.slice(0, 2)), []],
  ["empty", [], [], [], []],
  ["the first row is removed", four.slice(1), headOf(four), [], ["2 missing"]],
  ["one in the middle is removed", [four[0]!, ...four.slice(2)], headOf(four), [], ["3 missing"]],
  ["the last is removed", four.slice(0, 3), headOf(four), [], ["4 cut-off"]],
  ["all are removed", [], headOf(four), [], ["1 cut-off"]],
  [
    "the last is removed and the head set back",
    four.slice(0, 3),
    headOf(four.slice(0, 3)),
    headOf(four),
    ["4 other-history"],
  ],
  ["all is removed, the head too", [], [], headOf(four), ["4 other-history"]],
  ["a body is changed", four.with(1, { ...four[1]!, body: "2" }), headOf(four), [], ["2 changed"]],
  ["a time is changed", four.with(3, { ...four[3]!, at: "2027" }), headOf(four), [], ["4 changed"]],
  ["two change places", [four[0]!, four[2]!, four[1]!, four[3]!], headOf(four), [], ["3 missing"]],
  [
    "two change numbers",
    four.with(1, { ...four[2]!, seq: 2 }).with(2, { ...four[1]!, seq: 3 }),
    headOf(four),
    [],
    ["2 changed"],
  ],
  ["a row is there twice", four.toSpliced(1, 0, four[0]!), headOf(four), [], ["1 missing"]],
  ["a row was added past the head", four, headOf(four.slice(0, 3)), [], ["3 beyond-head"]],
  ["a repository has no head", four, [], [], ["4 beyond-head"]],
  ["the whole chain was computed anew", rebuilt, headOf(rebuilt), headOf(four.slice(0, 3)), ["3 other-history"]],
])("%s", async (_, rows, heads, kept, problems) => expect(await check(rows, heads, kept)).toEqual(problems));

test("any one change of any row is found, and other repositories stay well", async () => {
  const row = fc.record({
    at: fc.nat({ max: 9 }),
    what: fc.constantFrom("body", "at", "hash", "seq", "gone"),
    text: fc.string(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string(), { minLength: 10, maxLength: 10 }),
      row,
      async (bodies, { at, what, text }) => {
        const [good, other] = [chain("a", bodies), chain("b", bodies)];
        const old = good[at]!;
        const changed =
          what === "seq" ? { ...old, seq: old.seq + 1 } : { ...old, [what]: `${old[what as "body"]}${text}!` };
        const bad = what === "gone" ? good.toSpliced(at, 1) : good.with(at, changed);
        const report = await verifyAudit({
          rows: each([...bad, ...other]),
          heads: [...headOf(good), ...headOf(other)],
        });
        expect(report.problems.map(({ repository }) => repository)).toEqual(["a"]);
      },
    ),
  );
});
