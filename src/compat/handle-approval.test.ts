import { describe, expect, test } from "vitest";
import { handleApproval, type ApprovalHandlers } from "./handle-approval.ts";

function handlers(reply: unknown): ApprovalHandlers & { readonly log: string[] } {
  const log: string[] = [];
  const answer = async (name: string): Promise<boolean> => {
    log.push(name);
    return reply as boolean;
  };
  return {
    log,
    edit: () => answer("edit"),
    write: () => answer("write"),
    read: () => answer("read"),
    generic: (_, prompt) => answer(prompt),
  };
}

describe("S0-35 a payload goes to the handler of its type", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["edit", { type: "edit", description: "d" }, "edit"],
    ["write", { type: "write", description: "d" }, "write"],
    ["read", { type: "read", description: "d" }, "read"],
    ["S0-3 a type nobody knows", { type: "teleport", description: "Move it" }, '"Move it" - Approve? [y/n]'],
    ["S0-43 no type", { description: "Do this" }, '"Do this" - Approve? [y/n]'],
    ["a type that is no name", { type: { edit: 1 }, description: "d" }, '"d" - Approve? [y/n]'],
    ["a type every object has", { type: "constructor", description: "d" }, '"d" - Approve? [y/n]'],
    ["a batch", { type: "batch", description: "Change 2 files: a, b" }, '"Change 2 files: a, b" - Approve? [y/n]'],
    ["no description", { type: "x" }, '"Something that is not described" - Approve? [y/n]'],
    [
      "a description that would rewrite the screen",
      { type: "x", description: "Read a\u001b[2K\rRead b\n" },
      '"Read a⟨ESC⟩[2K⟨CR⟩Read b⟨LF⟩" - Approve? [y/n]',
    ],
  ])("%s", async (_, payload, expected) => {
    const known = handlers(true);
    expect(await handleApproval(payload, known)).toBe(true);
    expect(known.log).toEqual([expected]);
  });

  test.each([false, undefined, null, 1, "yes", {}])("%s is no yes", async (reply) => {
    for (const type of ["edit", "write", "read", "other"])
      expect(await handleApproval({ type }, handlers(reply))).toBe(false);
  });
});
