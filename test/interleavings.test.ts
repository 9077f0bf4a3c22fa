// Every order of two batches of two files, a person's own save, and a crash anywhere: the promises hold in all of them.

import { expect, test } from "vitest";
import { versionOf } from "../src/base/index.ts";
import type { PowerCut } from "../src/testing/index.ts";
import { explore } from "./interleavings/explore.ts";
import { PATHS, play, type Setting, type Story } from "./interleavings/world.ts";

/** What lasts of what was not flushed: nothing; names without bytes; or only the names of one directory. */
const POWER_CUTS: readonly PowerCut[] = [
  { keepsBytes: false, keepsNames: () => false },
  { keepsBytes: false, keepsNames: () => true },
  { keepsBytes: true, keepsNames: (directory) => directory === "/w" },
  { keepsBytes: false, keepsNames: (directory) => directory === "/state/batches" },
];

// Loads the system's own SHA-256, which a large input asks for: these tests hash small ones by the hundred thousand.
versionOf(new Uint8Array(100_000));

test.each<[string, Omit<Setting, "choices">, number]>([
  ["one process is killed before any of its calls, or none", { atomic: false, crashes: [null] }, 200],
  ["the same, all or nothing", { atomic: true, crashes: [null] }, 200],
  ["the power is cut before any call, or never", { atomic: false, crashes: POWER_CUTS }, 200],
])("%s", { timeout: 120_000 }, async (_, setting, atLeast) => {
  const broken: unknown[] = [];
  const ends = await explore(async (choices) => {
    const story = await play({ ...setting, choices });
    const why = brokenPromises(story);
    if (why.length > 0 && broken.length < 3) broken.push({ why });
  });
  expect(broken).toEqual([]);
  expect(ends).toBeGreaterThan(atLeast);
});

function brokenPromises(story: Story): readonly string[] {
  const cut = story.crash === "power cut";
  return [
    ...onlyApproved(story),
    ...personIsNeverLost(story),
    ...filesAreWhole(story),
    ...(story.litter.length === 0 ? [] : [`left behind: ${story.litter.join(", ")}`]),
    ...receiptsAreTrue(story),
    ...(cut ? [] : logIsTrue(story)),
    ...(story.atomic && !cut ? allOrNothing(story) : []),
    ...undoTakesBackOurs(story),
  ];
}

/** Whoever wrote had a yes for exactly this file, from exactly this content, to exactly this content. */
function onlyApproved({ events, approvals, atomic }: Story): readonly string[] {
  return events
    .filter(({ by }) => by !== "start" && by !== "person")
    .filter(({ by, path, from, to }) => {
      const yes = approvals.filter((each) => `/w/${each.path}` === path);
      const approved = yes.some((each) => each.by === by && each.from === from && each.to === to);
      // An all-or-nothing batch may be put back, by itself or by recovery.
      const back = yes.some((each) => (each.by === by || by === "R") && each.from === to && each.to === from);
      return !approved && !(atomic && back);
    })
    .map(({ by, path }) => `${by} wrote ${path} without a yes for that`);
}

function personIsNeverLost({ saved, texts }: Story): readonly string[] {
  return saved === null || texts[saved]!.includes("person\n") ? [] : [`the person's save of ${saved} is lost`];
}

/** Old, or new, or one after the other; nothing twice, nothing torn. */
function filesAreWhole({ texts }: Story): readonly string[] {
  return PATHS.filter((path) => {
    const [first, ...lines] = (texts[path] ?? "").split("\n");
    const known = lines.pop() === "" && lines.every((line) => ["P", "Q", "person"].includes(line));
    return first !== "start" || !known || new Set(lines).size < lines.length;
  }).map((path) => `${path} holds ${JSON.stringify(texts[path])}`);
}

function receiptsAreTrue({ carried, events }: Story): readonly string[] {
  return [...carried].flatMap(([by, { receipt }]) =>
    receipt.files
      .filter((outcome) => {
        const mine = events.filter((event) => event.by === by && event.path === `/w/${outcome.path}`);
        const net = mine.length % 2 === 1; // Written, or written and put back.
        return outcome.kind === "unknown" || (outcome.kind === "written") !== net;
      })
      .map((outcome) => `${by}'s receipt says ${outcome.path} was ${outcome.kind}`),
  );
}

function logIsTrue({ log, events, recovered, carried }: Story): readonly string[] {
  const wrong: string[] = [];
  for (const entry of log) {
    for (const { path, outcome } of entry.details) {
      const by = entry.receipt_id[0]!;
      const own = events.filter((event) => event.by === by && event.path === `/w/${path}`);
      const back = events.filter((event) => event.by === "R" && event.from === own.at(-1)?.to);
      const net = (own.length + back.length) % 2 === 1;
      const last = events.filter((event) => event.path === `/w/${path}`).at(-1)!;
      if (outcome === "written" && !net) wrong.push(`the log says ${path} was written by ${entry.receipt_id}`);
      if (outcome === "not-written" && net) wrong.push(`the log says ${path} was not written by ${entry.receipt_id}`);
      if (outcome === "unknown" && last.by === by)
        wrong.push(`the log does not know about ${path} in ${entry.receipt_id}`);
    }
  }
  for (const [by, { receipt }] of carried) {
    const isLogged = log.some((entry) => entry.receipt_id === receipt.id && entry.state === "done");
    if (receipt.id !== null && !isLogged) wrong.push(`${by}'s receipt ${receipt.id} is not in the log`);
  }
  for (const { receipt_id } of recovered) {
    if (log.filter((entry) => entry.receipt_id === receipt_id).length !== 1)
      wrong.push(`${receipt_id} is not logged once`);
  }
  return wrong;
}

/** A batch of which only a part is there: only where somebody else changed the other file. */
function allOrNothing({ saved, log }: Story): readonly string[] {
  return log
    .filter(({ details }) => new Set(details.map(({ outcome }) => outcome)).size > 1)
    .filter(({ details }) => !details.some(({ path, outcome }) => outcome === "unknown" || path === saved))
    .map((entry) => `${entry.receipt_id} is neither all nor nothing: ${JSON.stringify(entry.details)}`);
}

function undoTakesBackOurs({ saved, textsAfterUndo, undone, texts }: Story): readonly string[] {
  const wrong: string[] = [];
  for (const path of PATHS) {
    const skipped = undone.some((each) => each.skipped.includes(path));
    const person = path === saved;
    if (!person && skipped) wrong.push(`undo skipped ${path} though nobody else changed it`);
    if (!person && textsAfterUndo[path] !== "start\n")
      wrong.push(`after undo ${path} holds ${JSON.stringify(textsAfterUndo[path])}`);
    if (person && !textsAfterUndo[path]!.includes("person\n") && texts[path]!.includes("person\n"))
      wrong.push(`undo lost the person's save of ${path}`);
  }
  return wrong;
}
