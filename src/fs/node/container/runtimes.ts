// The OCI runtimes other than the one that was tried: an engine's default cannot start a container on every machine
// (crun inside some containers and on some kernels), where another one can.

import { basename } from "node:path";
import { findProgram } from "../programs.ts";
import { runEngine, type Engine } from "./engine.ts";

/** Those that the engine knows or this machine has, without the default and the one that `engine` names. */
export async function otherRuntimes(engine: Engine): Promise<readonly string[]> {
  const kind = basename(engine.program);
  const found =
    kind === "docker" ? await dockerRuntimes(engine) : kind === "podman" ? await podmanRuntimes(engine) : [];
  return found.filter((runtime) => basename(runtime) !== basename(engine.runtime ?? ""));
}

const KNOWN = ["runc", "crun"];

async function podmanRuntimes(engine: Engine): Promise<readonly string[]> {
  const asked = await runEngine({ ...engine, runtime: null }, ["info", "--format", "{{.Host.OCIRuntime.Name}}"]);
  const others = KNOWN.filter((name) => name !== asked.out.trim());
  // podman looks for a name in folders of its own; a path reaches one that is elsewhere.
  return others.map((name) => findProgram(name, { path: engine.path, outside: [] }) ?? name);
}

async function dockerRuntimes(engine: Engine): Promise<readonly string[]> {
  const format = "{{.DefaultRuntime}}{{range $name, $_ := .Runtimes}} {{$name}}{{end}}";
  const { out } = await runEngine({ ...engine, runtime: null }, ["info", "--format", format]);
  const [first, ...names] = out.trim().split(" ");
  // The service knows runc by a second name as well, which starts the same program.
  return names.filter((name) => name !== first && !name.startsWith("io.containerd."));
}
