// The doctor's word on containers: "ok" only after a real one was started, each of the config's, or one of our own where
// the config has none.

import { basename } from "node:path";
import { isFailure } from "../../base/index.ts";
import { tryEngine } from "../../fs/node/index.ts";
import { firstLine, good, lacking, tryProgram, type Check, type Search } from "./check.ts";
import type { Settings } from "../settings.ts";
import { openLocal, type LocalWorkspace } from "../../workspace/index.ts";

// The engine is asked, not only its client: docker without its service can do nothing.
const ENGINES = [
  ["podman", ["info", "--format", "{{.Version.Version}}"]],
  ["docker", ["version", "--format", "{{.Server.Version}}"]],
] as const;

export async function checkContainers(settings: Settings, search: Search): Promise<Check> {
  const asked = ENGINES.map(([name, args]) => ({ name, result: tryProgram(name, args, search) }));
  const answering = asked.flatMap(({ name, result }) => (result.kind === "ran" ? [{ name, ...result }] : []));
  if (answering.length === 0) return noEngine(asked);
  const engines = answering.map(({ name, out }) => `${name} ${firstLine(out)}`).join(", ");
  const tried = await tryConfigured(settings);
  if (tried.length === 0) return checkEngine(answering[0]!.name, engines, search);
  const broken = tried.filter(({ problem }) => problem !== null);
  if (broken.length === 0) {
    const runtimes = new Set(tried.map(({ runtime }) => runtime).filter((runtime) => runtime !== null));
    return good("containers", `${engines}${withRuntime([...runtimes])}; started: ${namesOf(tried)}`);
  }
  return {
    name: "containers",
    status: "broken",
    needed: false,
    found: broken.map(({ sandbox, problem }) => `${sandbox}: ${problem}`).join(" "),
    means: `Nothing works in ${namesOf(broken)}.`,
    todo: "Follow the advice there; docs/containers.md has more.",
  };
}

function noEngine(asked: readonly { readonly name: string; readonly result: ReturnType<typeof tryProgram> }[]): Check {
  const failed = asked.find(({ result }) => result.kind === "failed");
  const check = lacking("containers", failed?.result ?? { kind: "absent" }, {
    means: "A sandbox cannot be a container.",
    todo: "Install podman, or docker and start its service.",
  });
  return failed === undefined
    ? { ...check, found: "neither podman nor docker" }
    : { ...check, found: `${failed.name} ${check.found}` };
}

async function checkEngine(wanted: string, engines: string, search: Search): Promise<Check> {
  const trial = await tryEngine({ wanted, ...search });
  switch (trial.kind) {
    case "started":
      return good(
        "containers",
        `${engines}${withRuntime(trial.runtime === null ? [] : [trial.runtime])}; one was started`,
      );
    case "failed":
      return {
        name: "containers",
        status: "broken",
        needed: false,
        found: `${engines}, but no container starts: ${trial.why}`,
        means: "A sandbox cannot be a container.",
        todo: `See whether "${wanted} run" works on this machine at all.`,
      };
    case "not-tried":
      return {
        name: "containers",
        status: "missing",
        needed: false,
        found: `${engines}; no container was started`,
        means: "The config has no container to try. Its image must have Node 20.19 or newer in it.",
        todo: "Add a container to the config and run galley doctor again.",
      };
    default:
      return trial satisfies never;
  }
}

function withRuntime(runtimes: readonly string[]): string {
  if (runtimes.length === 0) return "";
  return ` with ${runtimes.map((path) => basename(path)).join(", ")}, because its default runtime starts no container`;
}

type Tried = { readonly sandbox: string; readonly problem: string | null; readonly runtime: string | null };

function namesOf(tried: readonly Tried[]): string {
  return tried.map(({ sandbox }) => sandbox).join(", ");
}

/** Nothing when there are none, or when the config cannot be used: another check reports that. */
async function tryConfigured(settings: Settings): Promise<readonly Tried[]> {
  const containers = await containersOf(settings);
  return Promise.all(
    [...containers].map(async ([sandbox, container]) => {
      try {
        await container.run({ node: true, argv: ["-e", ""], timeoutMs: 10_000, maxBytes: 0 });
        return { sandbox, problem: null, runtime: container.startedWith()?.runtime ?? null };
      } catch (error) {
        if (!isFailure(error)) throw error;
        return { sandbox, problem: error.message, runtime: null };
      } finally {
        await container.close();
      }
    }),
  );
}

async function containersOf(settings: Settings): Promise<LocalWorkspace["containers"]> {
  try {
    return (await openLocal({ ...settings, warned: "by-caller" })).containers;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return new Map();
  }
}
