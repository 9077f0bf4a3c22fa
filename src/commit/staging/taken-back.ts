// Whether the user has taken back what a conversation made of a file, with git or in an editor. A commit of it would bring
// back what they threw away. What they wrote on top of it is no such thing: it stays in the work tree, uncommitted.

import { asReal, isFailure } from "../../base/index.ts";
import type { Seen, Staging } from "../../fs/index.ts";
import { isSameContent, type SummedFile } from "./summed-files.ts";

/** Completes "… is left out: …"; null when it has not been taken back, or when that cannot be seen. */
export async function whyTakenBack(file: SummedFile, root: Staging | null): Promise<string | null> {
  const seen = root === null ? null : await lookAt(root, file.at);
  if (seen === null || seen.kind === "other") return null;
  const now = seen.kind === "file" ? seen.bytes : null;
  if (isSameContent(now, file.after)) return null;
  if (now === null) return "you have removed it since";
  if (file.after === null) return "it is there again";
  const earlier = [file.before, ...file.versions];
  return earlier.some((bytes) => isSameContent(bytes, now)) ? "you have changed it back since" : null;
}

async function lookAt(root: Staging, at: string): Promise<Seen | null> {
  try {
    return await root.look(asReal(at));
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}
