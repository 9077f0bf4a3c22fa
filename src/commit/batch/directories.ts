// The directories around a batch's files: those it has to make, those that are ours to remove when they are empty, and
// flushing the ones in which names came or went. Writing, recovery and undo share it. A directory that is not empty stays.

import { asReal, parentOf, type RealPath, type WorkspacePath } from "../../base/index.ts";
import type { Staging } from "../../fs/index.ts";
import { addressKey, type Batch, type StoredAddress } from "../../state/index.ts";
import { reasonOf } from "./reason.ts";
import { openStored, type OpenRoot, type Step } from "./step.ts";

/** A directory by the root that holds it. */
export type Directory = {
  readonly staging: Staging;
  readonly at: RealPath;
  readonly address: { readonly root: StoredAddress; readonly path: string };
};

export function directoryKey({ address }: Directory): string {
  return `${addressKey(address.root)} ${address.path}`;
}

/** The directories above `step` that are not there yet, outermost first. */
export async function missingParents(step: Step): Promise<readonly Directory[]> {
  const missing: Directory[] = [];
  for (let at = asReal(parentOf(step.at)); at !== ""; at = asReal(parentOf(at))) {
    const seen = await step.staging.look(at);
    if (seen.kind !== "absent") break;
    missing.unshift({ staging: step.staging, at, address: step.staging.address(at) });
  }
  return missing;
}

/** Those a kept batch may remove, outermost first; without those whose root cannot be opened. */
export function directoriesOf({ header }: Batch, openRoot: OpenRoot): readonly Directory[] {
  return header.directories.flatMap(({ root, at }) => {
    const opened = openStored(header.roots[root], openRoot);
    return opened === null
      ? []
      : [{ staging: opened.staging, at: asReal(at), address: { root: opened.root, path: at } }];
  });
}

/**
 * Until the directory that holds a name is flushed, a power cut may bring an old name back: also that of a temp file.
 * Flushes each such directory once, however many of the files and directories `held` it holds; returns what went wrong.
 */
export async function flushParents(held: readonly (Step | Directory)[]): Promise<readonly string[]> {
  const places = new Map(held.map((each) => [parentKey(each), each]));
  const failed: string[] = [];
  for (const { staging, at } of places.values()) {
    try {
      await staging.flush(at);
    } catch (error) {
      failed.push(reasonOf(error).message);
    }
  }
  return failed;
}

/** `directories` outermost first. Tries each twice if need be; returns what could not be removed. */
export async function removeEmpty(directories: readonly Directory[]): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const directory of directories.toReversed()) {
    if ((await removeIfEmpty(directory)) === null) continue;
    const again = await removeIfEmpty(directory);
    if (again !== null) failed.push(`The empty directory ${directory.at} could not be removed: ${again}`);
  }
  return failed;
}

/** null, or what went wrong. */
async function removeIfEmpty({ staging, at }: Directory): Promise<string | null> {
  try {
    if (await staging.removeDirectory(at)) await staging.flush(at);
    return null;
  } catch (error) {
    return reasonOf(error).message;
  }
}

/** The same for all that one directory holds. */
export function parentKey({ address }: Step | Directory): string {
  return `${addressKey(address.root)} ${parentOf(address.path as WorkspacePath)}`; // An address has a checked path.
}
