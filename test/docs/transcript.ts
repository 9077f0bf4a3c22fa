// A ```console block: "$ command" lines, each followed by exactly what it prints.
// A line that is only … stands for any number of lines, a … inside a line for any text.

export type Step = { readonly line: number; readonly command: string; readonly expected: string };

/** Lines before the first command would be checked against nothing, so they are an error. */
export function readTranscript(code: string): Step[] {
  const steps: { line: number; command: string; expected: string[] }[] = [];
  for (const [index, text] of code.replace(/\n$/, "").split("\n").entries()) {
    const last = steps.at(-1);
    if (text.startsWith("$ ")) steps.push({ line: index + 1, command: text.slice(2), expected: [] });
    else if (last?.command.endsWith("\\")) last.command += `\n${text.replace(/^> /, "")}`;
    else if (last !== undefined) last.expected.push(text);
    else throw new Error(`A console block begins with "$ command", not ${JSON.stringify(text)}.`);
  }
  return steps.map(({ line, command, expected }) => ({ line, command, expected: expected.join("\n") }));
}

/** Null when the output is as told, else the first line of the expectation that nothing fits. */
export function firstDifference(expected: string, output: string): string | null {
  const wanted = expected === "" ? [] : expected.split("\n");
  const printed = output.replace(/\n$/, "") === "" ? [] : output.replace(/\n$/, "").split("\n");
  // reach[j]: the wanted lines so far can end before printed line j.
  let reach = new Set([0]);
  for (const line of wanted) {
    const next = new Set<number>();
    if (line.trim() === "…") {
      for (let at = Math.min(...reach); at <= printed.length; at += 1) next.add(at);
    } else {
      for (const at of reach) if (at < printed.length && fits(line, printed[at]!)) next.add(at + 1);
    }
    if (next.size === 0) return line;
    reach = next;
  }
  return reach.has(printed.length) ? null : `(end) but then: ${printed[Math.max(...reach)]}`;
}

function fits(wanted: string, printed: string): boolean {
  const parts = wanted.trimEnd().split("…");
  const text = printed.trimEnd();
  if (parts.length === 1) return text === parts[0];
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > text.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}
