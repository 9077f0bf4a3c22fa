// `galley doctor`: what works on this machine, what is missing, what that means and what to do. Exit 0 when everything
// that is needed works.

import { createPaint, wantsColour, type Paint } from "../terminal/index.ts";
import { reveal } from "../text/index.ts";
import { UsageError, type Arguments } from "./arguments.ts";
import type { Check } from "./check.ts";
import { checkMachine } from "./machine.ts";
import { settingsOf } from "./settings.ts";
import { isTerminalOutput, print, printJson } from "./text-io.ts";

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  if (args.words.length > 0) throw new UsageError(`doctor takes no words; got ${args.words.join(" ")}`);
  const checks = await checkMachine(settings);
  const ok = checks.every(({ status, needed }) => status === "ok" || !needed);
  if (settings.json) await printJson({ ok, checks });
  else {
    const paint = createPaint(settings.colour && wantsColour(settings.environment, { isTTY: isTerminalOutput() }));
    const shown = settings.quiet ? checks.filter(({ status, needed }) => needed && status !== "ok") : checks;
    const lines = shown.flatMap((check) => describe(check, paint));
    if (!settings.quiet)
      lines.push("", ok ? "Everything that is needed works." : "Something that is needed is broken.");
    if (lines.length > 0) await print(`${lines.join("\n")}\n`);
  }
  return ok ? 0 : 1;
}

const WIDTH = 15;

function describe({ name, status, needed, found, means, todo }: Check, paint: Paint): string[] {
  const mark = status === "ok" ? paint.green("✓") : needed ? paint.red("✗") : paint.yellow("–");
  const state = status === "ok" ? "ok" : status;
  const indent = " ".repeat(WIDTH + 4);
  return [
    `${mark} ${name.padEnd(WIDTH)}  ${state}: ${clean(found)}`,
    ...(means === null ? [] : [`${indent}${clean(means)}`]),
    ...(todo === null ? [] : [`${indent}→ ${clean(todo)}`]),
  ];
}

function clean(text: string): string {
  return reveal(text, { oneLine: true });
}
