// Published packages as a check: the difference of two versions, written in each format, applied by the command line,
// must give the new version byte for byte, and undo the old one. Works in a temporary folder and removes it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Format } from "../../src/edits/index.ts";
import { answerFor, changedPaths, type Versions } from "./answer.ts";
import { CannotFetch, fetchPackage } from "./fetch.ts";
import { PAIRS, type Pair } from "./list.ts";
import { playRound } from "./round.ts";
import {
  drawLeftOut,
  drawPackage,
  drawWrong,
  FORMATS,
  HEADING,
  isRight,
  type FormatOutcome,
  type PackageOutcome,
} from "./table.ts";

/**
 * `names` choose packages of the list, or others as NAME@OLD..NEW; none means the whole list.
 * The exit code: 0 all equal, 1 something differs, 2 it could not run.
 */
export function run(options: { readonly program: string; readonly names: readonly string[] }): number {
  const pairs = options.names.length === 0 ? PAIRS : options.names.map(pairOf);
  const unknown = options.names.filter((_, at) => pairs[at] === null);
  if (unknown.length > 0)
    return stop(`unknown: ${unknown.join(", ")}. Say NAME@OLD..NEW, or ${PAIRS.map((each) => each.name).join(", ")}.`);
  const folder = mkdtempSync(join(tmpdir(), "galley-packages-"));
  const outcomes: PackageOutcome[] = [];
  try {
    console.log(HEADING);
    for (const pair of pairs.filter((each) => each !== null)) {
      const outcome = checkPackage(pair, { program: options.program, folder: join(folder, String(outcomes.length)) });
      outcomes.push(outcome);
      console.log(drawPackage(outcome));
    }
  } catch (error) {
    if (error instanceof CannotFetch) return stop(error.message);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`\n${drawLeftOut(outcomes)}\n\n${drawWrong(outcomes)}`);
  return outcomes.every(isRight) ? 0 : 1;
}

function pairOf(name: string): Pair | null {
  const other = /^(.+)@(.+)\.\.(.+)$/.exec(name);
  if (other !== null) return { name: other[1]!, old: other[2]!, new: other[3]! };
  return PAIRS.find((pair) => pair.name === name) ?? null;
}

type Place = { readonly program: string; readonly folder: string };

function checkPackage(pair: Pair, { program, folder }: Place): PackageOutcome {
  const fetched = (version: string) => fetchPackage(`${pair.name}@${version}`, join(folder, version));
  const versions = { old: fetched(pair.old), new: fetched(pair.new) };
  const formats = FORMATS.map((format) => checkFormat(format, versions, { program, folder: join(folder, format) }));
  return { pair, files: versions.old.size, changed: changedPaths(versions).length, formats };
}

function checkFormat(format: Format, versions: Versions, place: Place): FormatOutcome {
  const answer = answerFor(format, versions);
  const [wrong, wrongByAuto] = [format, "auto" as const].map((each) =>
    playRound({ ...place, old: versions.old, answer, format: each }),
  );
  const refused = new Set(answer.refused);
  return {
    format,
    said: answer.said.filter((path) => !refused.has(path)),
    leftOut: [
      ...answer.leftOut,
      ...answer.refused.map((path) => ({ path, because: "protected: --yes may not write it" })),
    ],
    wrong: wrong!,
    wrongByAuto: wrongByAuto!,
  };
}

function stop(message: string): number {
  console.error(`galley: ${message}`);
  return 2;
}
