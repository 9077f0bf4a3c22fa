import { describe, expect, test } from "vitest";
import { isFailure } from "../base/index.ts";
import { SimulatedDisk, startProcess } from "../testing/index.ts";
import { acquire, candidateContent, release, deadCandidates, withLock, type LockPlace, type Pause } from "./lock.ts";
import type { Owner } from "./owner.ts";

const DIRECTORY = "/state";
const owner = (pid: number): Owner => ({ pid, start: String(pid), boot: "b", space: "s", machine: "m" });

function placeOf(disk: SimulatedDisk, pid: number, isAlive: (pid: number) => boolean): LockPlace {
  let nonce = 0;
  return {
    directory: DIRECTORY,
    ops: startProcess(disk, { name: String(pid) }).ops,
    processes: { self: owner(pid), lifeOf: (each) => (isAlive(each.pid) ? "alive" : "dead") },
    newNonce: () => `n${(nonce += 1)}`,
    sleep: async () => {},
    patienceMs: 1000,
  };
}

describe.sequential("a lock under every interleaving, with a kill anywhere", () => {
  test.each([
    ["free", [], 2],
    ["left by a dead process", ["lock"], 2],
    ["left by a dead process whose replacer died too", ["lock", "lock.next"], 2],
    ["free, three at once", [], 3],
  ])("%s", (_, deadLocks, players) => {
    const seen = explore({ deadLocks, players, kills: players === 3 ? 0 : 1 });
    expect(seen.worst).toBe(1);
    expect(seen.stuck).toEqual([]);
    expect(seen.nodes).toBeGreaterThan(100);
  });
});

type Setup = { readonly deadLocks: readonly string[]; readonly players: number; readonly kills: number };

/** Depth first over all choices of who goes next; a state that was met before is not entered again. */
function explore(setup: Setup): { worst: number; stuck: string[][]; nodes: number } {
  const met = new Set<string>();
  const result = { worst: 0, stuck: [] as string[][], nodes: 0 };
  const visit = (path: readonly string[]): boolean => {
    const world = replay(setup, path);
    if (met.has(world.key)) return false;
    met.add(world.key);
    result.nodes += 1;
    result.worst = Math.max(result.worst, world.inside);
    const steps = world.runnable.map((index) => `step ${index}`);
    const kills = path.filter((choice) => choice.startsWith("kill")).length < setup.kills;
    let moved = false;
    for (const step of steps) moved = visit([...path, step]) || moved;
    if (kills) for (const index of world.runnable) visit([...path, `kill ${index}`]);
    // Somebody wants to go on, and no step of anybody leads anywhere new: only fine if a step led somewhere met before.
    if (steps.length > 0 && !moved && steps.every((step) => replay(setup, [...path, step]).key === world.key)) {
      result.stuck.push([...path]);
    }
    return true;
  };
  visit([]);
  return result;
}

type Player = {
  alive: boolean;
  done: boolean;
  inside: boolean;
  memory: string;
  readonly steps: Generator<Pause, void>;
};

function replay(setup: Setup, path: readonly string[]) {
  const disk = new SimulatedDisk();
  for (const [index, name] of setup.deadLocks.entries()) {
    disk.save(`${DIRECTORY}/${name}`, JSON.stringify({ ...owner(90 + index), nonce: "dead" }));
  }
  disk.makeDirectories(DIRECTORY);
  const players: Player[] = [];
  const isAlive = (pid: number) => players[pid]?.alive === true;
  for (let pid = 0; pid < setup.players; pid += 1) {
    const player: Player = { alive: true, done: false, inside: false, memory: "", steps: liveness(pid) };
    players.push(player);
  }
  function remember(player: Player, note: string): void {
    player.memory += note;
    // Released between link and open: the same as before the link.
    if (note === "no " && /open lock(\.next)* no $/.test(player.memory)) player.memory = atTheTop(player.memory);
  }
  function* liveness(pid: number): Generator<Pause, void> {
    const plain = placeOf(disk, pid, isAlive);
    const place = { ...plain, ops: noting(plain.ops, (note) => remember(players[pid]!, note)) };
    const content = candidateContent(place);
    yield* acquire(place, content);
    players[pid]!.inside = true;
    yield { holder: null };
    yield* release(place, content);
    players[pid]!.inside = false;
  }
  let worst = 0;
  for (const choice of path) {
    const [kind, index] = choice.split(" ");
    const player = players[Number(index)]!;
    if (kind === "kill") player.alive = player.inside = false;
    else {
      const { done, value } = player.steps.next();
      player.done = done === true;
      if (player.done) player.memory = "";
      else if (player.inside)
        player.memory = `inside ${player.memory.startsWith("inside") ? player.memory.slice(7) : ""}.`;
      else if (value && value.holder !== null) player.memory = atTheTop(player.memory);
      else player.memory += ",";
    }
    worst = Math.max(worst, players.filter((each) => each.inside).length);
  }
  return {
    key: JSON.stringify([
      stateOf(disk),
      players.map(({ alive, done, inside, memory }) => [alive, done, inside, memory]),
    ]),
    inside: worst,
    runnable: players.flatMap((player, index) => (player.alive && !player.done ? [index] : [])),
  };
}

/** Whoever tries a lock again knows only which dead owner of the lock before it it wants to replace. */
function atTheTop(memory: string): string {
  const name = [...memory.matchAll(/link (\S+)/g)].at(-1)?.[1] ?? "lock";
  const outer = [...memory.matchAll(/open (\S+) yes (\S+)/g)].filter((match) => match[1]!.length < name.length);
  const known = new Map(outer.map((match) => [match[1], match[0]]));
  return `${[...known.values()].join(" ")} link ${name} again `;
}

/** What a process knows is what its calls told it. */
function noting(ops: LockPlace["ops"], note: (text: string) => void): LockPlace["ops"] {
  const result = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      note("no ");
      throw error;
    }
    note("yes ");
  };
  return {
    ...ops,
    linkSync(from, to) {
      note(`link ${to.slice(DIRECTORY.length + 1)} `);
      result(() => ops.linkSync(from, to));
    },
    openSync(path, flags, mode) {
      note(`open ${path.slice(DIRECTORY.length + 1)} `);
      let fd = 0;
      result(() => void (fd = ops.openSync(path, flags, mode)));
      return fd;
    },
    readSync(fd, into, offset, length, position) {
      const count = ops.readSync(fd, into, offset, length, position);
      note(`${new TextDecoder().decode(into).slice(7, 10)} `);
      return count;
    },
    unlinkSync(path) {
      note(`unlink ${path.slice(DIRECTORY.length + 1)} `);
      result(() => ops.unlinkSync(path));
    },
  };
}

function stateOf(disk: SimulatedDisk): string {
  return disk
    .files(DIRECTORY)
    .map((path) => `${path}=${disk.text(path)!.slice(7, 12)}`)
    .join(";");
}

describe("withLock", () => {
  test("two waiters take turns and the second one learns who holds it", async () => {
    const disk = new SimulatedDisk();
    const order: string[] = [];
    const waited: number[] = [];
    const first = placeOf(disk, 1, () => true);
    let letGo = () => {};
    const second: LockPlace = {
      ...placeOf(disk, 2, () => true),
      sleep: async () => void (waited.length > 0 && letGo()),
    };
    const one = withLock(first, {}, async () => {
      order.push("1 in");
      await new Promise<void>((resolve) => (letGo = resolve));
      order.push("1 out");
    });
    const two = withLock(second, { onWait: ({ pid }) => void waited.push(pid) }, async () => void order.push("2 in"));
    await Promise.all([one, two]);
    expect({ order, waited, left: disk.files(DIRECTORY) }).toEqual({
      order: ["1 in", "1 out", "2 in"],
      waited: [1],
      left: [],
    });
  });

  test("a living owner is not waited for without end, and the message says who it is", async () => {
    const disk = new SimulatedDisk();
    disk.save(`${DIRECTORY}/lock`, JSON.stringify({ ...owner(7), nonce: "x" }));
    const error = await withLock(
      placeOf(disk, 1, () => true),
      {},
      async () => {},
    ).catch((caught: unknown) => caught);
    expect(isFailure(error, "IO") && error.message).toMatch(/process 7\).*Nothing was written/);
    expect(disk.files(DIRECTORY)).toEqual([`${DIRECTORY}/lock`]);
  });

  test("an owner in another container is never taken for dead, and the message says what to do", async () => {
    const disk = new SimulatedDisk();
    disk.save(`${DIRECTORY}/lock`, JSON.stringify({ ...owner(7), nonce: "x" }));
    const place = placeOf(disk, 1, () => true);
    const unsure = { ...place, processes: { ...place.processes, lifeOf: () => "unknown" as const } };
    const error = await withLock(unsure, {}, async () => {}).catch((caught: unknown) => caught);
    expect(isFailure(error, "IO") && error.message).toMatch(/another container.*remove the file 'lock'/);
  });

  test("a cancelled wait fails with ABORTED and leaves nothing", async () => {
    const disk = new SimulatedDisk();
    disk.save(`${DIRECTORY}/lock`, JSON.stringify({ ...owner(7), nonce: "x" }));
    const error = await withLock(
      placeOf(disk, 1, () => true),
      { signal: AbortSignal.abort() },
      async () => {},
    ).catch((caught: unknown) => caught);
    expect(isFailure(error, "ABORTED")).toBe(true);
    expect(disk.files(DIRECTORY)).toEqual([`${DIRECTORY}/lock`]);
  });

  test.each([
    ["empty, as a power cut leaves it", ""],
    ["cut in the middle", '{"pid":12,"sta'],
    ["JSON of something else", "[]"],
  ])("a lock whose content is %s has no living owner", async (_, content) => {
    const disk = new SimulatedDisk();
    disk.save(`${DIRECTORY}/lock`, content);
    await expect(
      withLock(
        placeOf(disk, 1, () => true),
        {},
        async () => "in",
      ),
    ).resolves.toBe("in");
  });

  test("it is released when the work throws", async () => {
    const disk = new SimulatedDisk();
    const work = withLock(
      placeOf(disk, 1, () => true),
      {},
      async () => Promise.reject(new Error("no")),
    );
    await expect(work).rejects.toThrow("no");
    expect(disk.files(DIRECTORY)).toEqual([]);
  });

  test("a lock that another process took after ours was removed by hand stays", async () => {
    const disk = new SimulatedDisk();
    await withLock(
      placeOf(disk, 1, () => true),
      {},
      async () => disk.save(`${DIRECTORY}/lock`, "another's"),
    );
    expect(disk.text(`${DIRECTORY}/lock`)).toBe("another's");
  });

  test("the attempts of the dead are found, those of the living are not", () => {
    const disk = new SimulatedDisk();
    for (const [name, content] of [
      ["lock-1-1-a", JSON.stringify(owner(1))],
      ["lock-2-2-b", JSON.stringify(owner(2))],
      ["lock-3-3-c", ""],
      ["log.jsonl", ""],
    ] as const)
      disk.save(`${DIRECTORY}/${name}`, content);
    const found = deadCandidates(placeOf(disk, 1, (pid) => pid === 1));
    expect(found).toEqual([`${DIRECTORY}/lock-2-2-b`, `${DIRECTORY}/lock-3-3-c`]);
  });
});
