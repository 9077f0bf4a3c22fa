// Where Galley's own files and the user's config are on this machine: the folders, and every name of a link that leads
// to them or to a file in them. Changing one of these names changes what Galley obeys. Only looks.

import * as fs from "node:fs";
import * as path from "node:path";
import { configFolder, stateFolder } from "./user-folders.ts";

export type OwnSearch = {
  readonly environment: NodeJS.ProcessEnv;
  /** The file of --config. */
  readonly given: string | null;
};

/** Absolute; some need not exist yet. */
export async function ownPlaces(search: OwnSearch): Promise<readonly string[]> {
  const { stepsTo } = await import("../fs/node/index.ts");
  const found = (await entries(search)).flatMap((place) => {
    if (process.platform === "win32") return [realPath(place)];
    // A folder on the way is not ours; a link on the way decides where it leads. The end need not exist yet.
    const steps = stepsTo(place);
    return [...steps.filter(isLink), ...steps.slice(-1)];
  });
  return [...new Set(found)];
}

/** Of those of the files that have more than one name, what distinguishes each from any other file: `device:inode`. */
export async function ownFiles(search: OwnSearch): Promise<ReadonlySet<string>> {
  const found = (await entries(search)).flatMap((place) => {
    try {
      const stats = fs.statSync(place, { bigint: true });
      return stats.isFile() && stats.nlink > 1n ? [`${stats.dev}:${stats.ino}`] : [];
    } catch {
      return []; // Not there.
    }
  });
  return new Set(found);
}

/** Throws why there is no place for state. */
async function missingState(environment: NodeJS.ProcessEnv): Promise<string> {
  const { stateDirectory } = await import("../state/index.ts");
  return stateDirectory(environment);
}

async function entries({ environment, given }: OwnSearch): Promise<readonly string[]> {
  const state = stateFolder(environment) ?? (await missingState(environment));
  const config = configFolder(environment);
  const folders = [state, path.join(state, "rules"), ...(config === null ? [] : [config])];
  return [
    ...folders.flatMap((folder) => [folder, ...inFolder(folder)]),
    ...(given === null ? [] : [path.resolve(given)]),
  ];
}

function inFolder(folder: string): readonly string[] {
  try {
    if (isMissing(folder)) return [];
    return fs.readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return []; // Not a folder, or not ours to read.
  }
}

function isLink(place: string): boolean {
  try {
    return fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch {
    return false; // Nothing can be there: a file is on the way.
  }
}

/** Most of these places are missing at first, and an error costs a lot more than a look. */
function isMissing(place: string): boolean {
  return fs.lstatSync(place, { throwIfNoEntry: false }) === undefined;
}

/** With its links resolved, as far as it exists. */
export function realPath(place: string): string {
  try {
    if (!isMissing(place)) return fs.realpathSync(place);
  } catch {
    // A link that leads nowhere, or a file on the way: what is above it counts.
  }
  const parent = path.dirname(place);
  return parent === place ? place : path.join(realPath(parent), path.basename(place));
}
