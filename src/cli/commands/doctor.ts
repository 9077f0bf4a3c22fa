// `galley doctor`: what works on this machine, what is missing, what that means and what to do. Exit 0 when everything
// that is needed works.

import { createPaint, wantsColour, type Paint } from "../../terminal/index.ts";
import { joinPrintable, plain, printable, reveal, spaces, type Printable } from "../../text/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import type { Check } from "../doctor/check.ts";
import { checkMachine } from "../doctor/machine.ts";
import { settingsOf } from "../settings.ts";
import { isTerminalOutput, print, printJson } from "../text-io.ts";

export async function run(args: Arguments): Promise<number> {
  const settings = settingsOf(args);
  if (args.words.length > 0) throw new UsageError(`doctor takes no arguments; got ${args.words.join(" ")}`);
  const checks = await checkMachine(settings);
  const ok = checks.every(({ status, needed }) => status === "ok" || !needed);
  if (settings.json) await printJson({ ok, checks });
  else {
    const paint = createPaint(settings.colour && wantsColour(settings.environment, { isTTY: isTerminalOutput() }));
    const shown = settings.quiet ? checks.filter(({ status, needed }) => needed && status !== "ok") : checks;
    const lines = shown.flatMap((check) => describe(check, paint));
    if (!settings.quiet)
      lines.push(plain``, ok ? plain`Everything that is needed works.` : plain`Something that is needed is broken.`);
    if (lines.length > 0) await print(printable`${joinPrintable(lines, plain`\n`)}\n`);
  }
  return ok ? 0 : 1;
}

const WIDTH = 15;

function describe({ name, status, needed, found, means, todo }: Check, paint: Paint): Printable[] {
  const mark = status === "ok" ? paint.green(plain`✓`) : needed ? paint.red(plain`✗`) : paint.yellow(plain`–`);
  const shown = reveal(name);
  const indent = spaces(WIDTH + 4);
  return [
    printable`${mark} ${shown}${spaces(WIDTH - shown.length)}  ${reveal(status)}: ${reveal(found)}`,
    ...(means === null ? [] : [plain`${indent}${reveal(means)}`]),
    ...(todo === null ? [] : [plain`${indent}→ ${reveal(todo)}`]),
  ];
}
