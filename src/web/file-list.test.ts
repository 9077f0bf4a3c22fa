// A list that was begun early is given once, and only while it is what would be read now.

import { expect, test } from "vitest";
import { EventLog } from "./events/event-log.ts";
import { FileList } from "./file-list.ts";
import type { LocalWorkspace } from "../workspace/index.ts";

function opened() {
  let [now, lists] = [0, 0];
  const glob = async () => {
    lists += 1;
    return { entries: [{ path: `ws/list-${lists}`, kind: "file", size_bytes: 1 }], truncated: false };
  };
  const log = new EventLog();
  const workspace = { approved: { glob }, show: (path: string) => path, address: null };
  const files = new FileList({
    workspace: workspace as unknown as LocalWorkspace, // What a list uses of it; without an address git is not asked.
    follower: { changedBy: () => null },
    log,
    signal: new AbortController().signal,
    now: () => now,
  });
  const read = async (): Promise<string | undefined> => (await files.read()).files[0]?.path;
  return { files, log, read, wait: (ms: number) => void (now += ms), lists: () => lists };
}

test("a list that was begun is given to the first who asks, and to no one else", async () => {
  const { files, read, lists } = opened();
  files.begin();
  expect([await read(), await read(), lists()]).toEqual(["ws/list-1", "ws/list-2", 2]);
});

test.each([
  ["time passed", ({ wait }: ReturnType<typeof opened>) => wait(2_001)],
  ["something happened", ({ log }: ReturnType<typeof opened>) => log.add({ type: "files-changed", paths: null })],
])("%s since it was begun: it is read anew", async (_, happen) => {
  const place = opened();
  place.files.begin();
  happen(place);
  expect([await place.read(), place.lists()]).toEqual(["ws/list-2", 2]);
});
