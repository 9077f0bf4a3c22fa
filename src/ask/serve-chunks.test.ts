import { expect, test } from "vitest";
import { fetchContent, type ApprovalPayload, type ReviewOptions } from "../approval/index.ts";
import { asReal, newId, versionOf, type WorkspacePath } from "../base/index.ts";
import { planEdits, type ChangePlan, type EditId, type Found } from "../edits/index.ts";
import { encode, type Text } from "../text/index.ts";
import { createAsk } from "./ask.ts";
import type { Gate } from "./gate.ts";

const gate: Gate = {
  policy: { user: [], project: [], remembered: [], matches: () => false },
  flagsOf: () => ({ read_approval: false, write_approval: true, edit_approval: true }),
};
const LARGE = `${"é".repeat(40)}\n`.repeat(15_000);

function plan(contents: Readonly<Record<string, string>>): ChangePlan {
  const found = new Map<WorkspacePath, Found>();
  const edits = Object.entries(contents).map(([name, content], at) => {
    const path = `ws/${name}` as WorkspacePath;
    found.set(path, { kind: "absent", real: asReal(path) });
    const change = { kind: "create", content } as const;
    return { id: String(at + 1) as EditId, path, source: { format: "tool", from: 0, to: 0 } as const, change };
  });
  return planEdits(edits, found);
}

type Fetch = NonNullable<ReviewOptions["fetch"]>;

/** Asks about the plan; `look` is what the reviewer does with the question before it says yes. */
async function asked(contents: Readonly<Record<string, string>>, look: (p: ApprovalPayload, f?: Fetch) => unknown) {
  const ask = createAsk({
    gate,
    yes: false,
    newId,
    reviewer: {
      ask: async (payload, { fetch }) => {
        await look(payload, fetch);
        return { approval_id: payload.approval_id, items: [] };
      },
    },
  });
  return ask(plan(contents), { supersedes: null });
}

test("S0-46 a reviewer fetches exactly what would be written, alone and in a batch", async () => {
  const other = LARGE.replaceAll("é", "ü");
  const seen: string[] = [];
  const look = async (payload: ApprovalPayload, fetch?: Fetch) => {
    for (const item of payload.type === "batch" ? payload.items : [payload])
      if (item.type === "write_large") seen.push(await fetchContent(item, fetch));
  };
  await asked({ "a.txt": LARGE }, look);
  await asked({ "a.txt": LARGE, "b.txt": "b\n", "c.txt": other }, look);
  expect(seen).toEqual([LARGE, LARGE, other]);
});

test("S0-46 a question that holds its content gives nothing to fetch", async () => {
  await asked({ "a.txt": "a\n" }, (_, fetch) => expect(fetch).toBeUndefined());
});

test("S0-46 no other question, no chunk that is not there, nothing after the answer", async () => {
  let kept: { fetch: Fetch; id: string } | undefined;
  await asked({ "a.txt": LARGE }, async (payload, fetch) => {
    const id = payload.approval_id;
    kept = { fetch: fetch!, id };
    expect(versionOf(encode((await fetch!(`galley:chunk/${id}/0`)) as Text))).toMatch(/^\w{64}$/);
    for (const url of [
      `galley:chunk/${newId()}/0`,
      `galley:chunk/${id}/0/0`,
      `galley:chunk/${id}/{n}`,
      `galley:chunk/${id}/-1`,
      `galley:chunk/${id}/01`,
      `galley:chunk/${id}/1e1`,
      `galley:chunk/${id}/`,
      `file:///etc/passwd`,
      "",
    ])
      await expect(fetch!(url), url).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const n of ["19", "99999999999999999999"])
      await expect(fetch!(`galley:chunk/${id}/${n}`), n).rejects.toMatchObject({ code: "INVALID_ARG" });
  });
  await expect(kept!.fetch(`galley:chunk/${kept!.id}/0`)).rejects.toMatchObject({ code: "STALE" });
});

test("S0-46 a reviewer that breaks has lost its question too", async () => {
  let kept: Fetch | undefined;
  const broken = asked({ "a.txt": LARGE }, (_, fetch) => {
    kept = fetch;
    throw new Error("broken");
  });
  await expect(broken).rejects.toThrow("broken");
  await expect(kept!("galley:chunk/x/0")).rejects.toMatchObject({ code: "STALE" });
});
