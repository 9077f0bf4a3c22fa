// A command that was interrupted after it started: what it printed and the doubt about its effect reach the model.

import { describe, expect, test } from "vitest";
import { ActiveFiles, Session, vfsWorkspace, vfsSection, type TurnResult } from "../../src/agent/index.ts";
import type { WorkspacePath } from "../../src/base/index.ts";
import type { CommandPlace, CommandResult } from "../../src/fs/index.ts";
import { newState, resultsIn, turn } from "./scripted-run.ts";

const RAN: CommandResult = {
  exitCode: null,
  stdout: "step 1 of 2\n",
  stderr: "a warning\n",
  truncated: false,
  timedOut: false,
  cancelled: true,
  changed: {
    created: ["built.txt"],
    modified: [],
    deleted: [],
    guarded: { created: [], modified: [], deleted: [] },
    complete: true,
    searched: true,
  },
  lost: null,
  warnings: [],
  notes: [],
};

/** A turn in which the model runs a command; `run` is what the command does, `asking` what happens while it is asked. */
async function interrupted(
  run: (stop: AbortController, call: Parameters<CommandPlace["run"]>[0]) => Promise<CommandResult>,
  { sleep, asking = () => undefined }: { sleep?: () => Promise<void>; asking?: (stop: AbortController) => void } = {},
): Promise<{ result: TurnResult; content: string }> {
  const stop = new AbortController();
  const place: CommandPlace = {
    where: "confined",
    image: null,
    network: false,
    workspace: "writable",
    whyAsk: async () => null,
    run: (call) => run(stop, call),
  };
  const unasked = { commands: "never", safe: [] } as const;
  const commands = { place: async () => place, unasked, home: "vfs" as WorkspacePath };
  const workspace = { ...vfsWorkspace({ state: newState() }), commands };
  const session = new Session();
  await session.add({
    ...vfsSection({ state: newState() }),
    tools: ["shell"],
    open: (opened) => opened.install(ActiveFiles, workspace, "the test's section"),
  });
  const { result } = await turn([{ tool: "shell", args: { command: "make all" } }], {
    session,
    signal: stop.signal,
    approve: async () => {
      asking(stop);
      return true;
    },
    ...(sleep ? { sleep } : {}),
  });
  return { result, content: resultsIn(session.messages)[0]!.content };
}

describe("D13: a command that was interrupted", () => {
  test("is unknown, with its output so far", async () => {
    const { result, content } = await interrupted(async (stop) => {
      stop.abort();
      return RAN;
    });
    expect(result.receipts).toMatchObject([{ tool: "shell", receipt: "unknown" }]);
    expect(content).not.toContain("Nothing was done");
    expect(content).toContain("It may or may not have taken effect; check before retrying.");
    expect(content).toContain("step 1 of 2");
    expect(content).toContain("a warning");
    expect(content).toContain("built.txt");
  });

  test("and does not stop in time is unknown, with what it printed until then", async () => {
    const { result, content } = await interrupted(
      async (stop, { onOutput }) => {
        onOutput?.("stdout", new TextEncoder().encode("half way\n"));
        stop.abort();
        return new Promise<never>(() => undefined);
      },
      { sleep: async () => undefined },
    );
    expect(result.receipts).toMatchObject([{ tool: "shell", receipt: "unknown" }]);
    expect(content).toContain("half way");
  });

  test("and finished all the same has its result", async () => {
    const { result, content } = await interrupted(async (stop) => {
      stop.abort();
      return { ...RAN, cancelled: false, exitCode: 0 };
    });
    expect(result.receipts).toMatchObject([{ tool: "shell", receipt: "applied" }]);
    expect(content).toContain("exit code 0");
  });

  test("before it was started did nothing", async () => {
    const { result, content } = await interrupted(() => Promise.reject(new Error("it ran")), {
      asking: (stop) => stop.abort(),
    });
    expect(result.receipts).toMatchObject([{ tool: "shell", receipt: "not-started" }]);
    expect(content).toBe("Interrupted by user. Nothing was done.");
  });
});
