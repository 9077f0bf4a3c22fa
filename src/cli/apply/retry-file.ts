// The file that --retry-prompt names. It is the user's to name and ours to write, so it is never one that holds anything
// but an earlier text of this kind, and never a path that only a person may change.

import * as fs from "node:fs";
import * as path from "node:path";
import { failure, isFailure, type Target } from "../../base/index.ts";
import { isProtected } from "../../approval/index.ts";
import { judgeCall } from "../../ask/index.ts";
import { isRetryPrompt } from "../../tools/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";

/** Throws INVALID_ARG when the text must not be written there; called before anything is done. */
export async function requireRetryFile(file: string, workspace: LocalWorkspace): Promise<void> {
  for (const place of placesOf(file)) {
    const why = await whyNotAt(place, workspace);
    if (why !== null) throw refused(file, why);
  }
  const why = whyNotOver(file);
  if (why !== null) throw refused(file, why);
}

/** Null, or why it could not be written: what was applied must be reported all the same. */
export function writeRetryFile(file: string, text: string): string | null {
  try {
    // It may have appeared, or been filled, since it was looked at.
    const why = whyNotOver(file);
    if (why !== null) return `The message for the model was not written to ${file}: ${why}.`;
    fs.writeFileSync(file, text);
    return null;
  } catch (error) {
    return `The message for the model could not be written to ${file} (${(error as NodeJS.ErrnoException).code}).`;
  }
}

function refused(file: string, why: string): Error {
  return failure("INVALID_ARG", `--retry-prompt cannot write to ${file}: ${why}. Nothing was done. Name another file.`);
}

/** The path as it was given and where it leads, links followed. */
function placesOf(file: string): readonly string[] {
  const given = path.resolve(file);
  const places = new Set([given]);
  for (const at of [given, path.dirname(given)]) {
    try {
      const real = fs.realpathSync(at);
      places.add(at === given ? real : path.join(real, path.basename(given)));
    } catch {
      // It does not exist yet; where its folder leads is checked, too.
    }
  }
  return [...places];
}

async function whyNotAt(place: string, { resolve, approved, gate }: LocalWorkspace): Promise<string | null> {
  let target: Target;
  try {
    target = approved.resolve(resolve(place));
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (isFailure(error, "FORBIDDEN")) return "a rule forbids changing it";
    return isProtected(place.slice(1), gate.protection) ? PROTECTED : null;
  }
  const call = { tool: "write_file", access: "write", targets: [target] } as const;
  const { effect, personOnly } = await judgeCall(gate, call);
  return effect === "deny" ? "a rule forbids changing it" : personOnly ? PROTECTED : null;
}

const PROTECTED = "the path is protected";

/** Pipes and devices keep nothing, so nothing of theirs is lost. */
function whyNotOver(file: string): string | null {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || stat.isFIFO() || stat.isCharacterDevice() || stat.isSocket()) return null;
  if (!stat.isFile()) return "it is not a file";
  return stat.size === 0 || isRetryPrompt(headOf(file))
    ? null
    : "it exists and is not an earlier message for the model";
}

function headOf(file: string): string {
  const descriptor = fs.openSync(file, "r");
  try {
    const bytes = Buffer.alloc(200);
    return bytes.toString("utf8", 0, fs.readSync(descriptor, bytes, 0, bytes.length, 0));
  } finally {
    fs.closeSync(descriptor);
  }
}
