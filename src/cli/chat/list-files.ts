// Lists the files of a workspace without keeping the terminal waiting: on a thread of its own, where the files are on
// this machine's disk. Walking a large tree takes a second or two, in steps that would each be felt while typing.

import type { FileEntry, Listing } from "../../fs/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";
import type { Settings } from "../settings.ts";
import { isOnDisk, runThread } from "./menu-thread.ts";

/** As many as the page of `galley web` lists. */
export const MOST_LISTED = 100_000;

export async function listFiles(settings: Settings, workspace: LocalWorkspace): Promise<Listing> {
  const { signal } = settings;
  if (!isOnDisk(workspace)) return workspace.approved.glob("**", { mostEntries: MOST_LISTED, signal });
  const { paths, sizes, ...rest } = await runThread("files", settings);
  const names = paths === "" ? [] : paths.split("\0");
  const entries = names.map((path, at): FileEntry => {
    const size = sizes[at] ?? -1;
    return { path, kind: "file", size_bytes: size < 0 ? null : size };
  });
  return { ...rest, entries };
}
