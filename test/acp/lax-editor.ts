// An editor that reads as leniently as one can: it ends a line at \r too, takes the first of two members of one name and
// numbers that JSON does not have, ignores the case of names, and carries out every object with a method, with or without
// an id, alone or in a list. Whatever any editor would carry out, this one does.

import { spawn, type ChildProcess } from "node:child_process";
import { program } from "../built.ts";

type Loose = Readonly<Record<string, unknown>>;

export class LaxEditor {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  /** Methods that would have changed something, with their parameters. */
  readonly carriedOut: { readonly method: string; readonly params: unknown }[] = [];
  /** Questions, by the ids of their options. */
  readonly asked: (readonly string[])[] = [];
  /** What the agent said, joined. */
  said = "";
  err = "";
  readonly #answers = new Map<unknown, (result: unknown) => void>();
  readonly #choice: string;
  #rest = "";
  #last = 0;

  /** Answers each question with the option of that id. */
  constructor(args: readonly string[], options: { cwd: string; env: Record<string, string>; choice: string }) {
    const { cwd, env, choice } = options;
    this.#choice = choice;
    this.child = spawn(process.execPath, [program, "acp", ...args], { cwd, env, stdio: "pipe" });
    this.ended = new Promise((resolve) => this.child.on("close", resolve));
    this.child.stderr!.on("data", (chunk: Buffer) => void (this.err += chunk.toString()));
    this.child.stdout!.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (this.#rest + chunk).split(/[\r\n\u2028\u2029\u0085]/);
      this.#rest = lines.pop()!;
      for (const line of lines) for (const message of messagesIn(line)) this.#take(message);
    });
  }

  request(method: string, params: object): Promise<unknown> {
    const id = (this.#last += 1);
    this.#send({ id, method, params });
    return new Promise((resolve) => this.#answers.set(id, resolve));
  }

  #take(message: Loose): void {
    const given = message["method"];
    const method = String(Array.isArray(given) ? given[0] : given)
      .normalize("NFKC")
      .toLowerCase()
      .replaceAll(/[^!-~]/g, "");
    if (given === undefined) return this.#answers.get(message["id"])?.(message["result"]);
    const params = message["params"];
    if (method === "session/request_permission") {
      const { options } = params as { readonly options: readonly { readonly optionId: string }[] };
      this.asked.push(options.map(({ optionId }) => optionId));
      return this.#send({ id: message["id"], result: { outcome: { outcome: "selected", optionId: this.#choice } } });
    }
    if (method === "session/update") {
      const { update } = params as { readonly update: { readonly content?: { readonly text?: string } } };
      this.said += update.content?.text ?? "";
      return;
    }
    this.carriedOut.push({ method, params });
    if (message["id"] !== undefined) this.#send({ id: message["id"], result: {} });
  }

  #send(message: object): void {
    this.child.stdin!.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}

function messagesIn(line: string): readonly Loose[] {
  let value: unknown;
  try {
    value = JSON.parse(firstCounts(line.replace(/^\ufeff/, "").replaceAll(/\b(NaN|Infinity)\b/g, "null")));
  } catch {
    return [];
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((each): each is Loose => typeof each === "object" && each !== null);
}

/** The first of two members that follow each other counts. */
function firstCounts(text: string): string {
  return text.replaceAll(/("\w+":"[^"]*"),("\w+"):"[^"]*"/g, (pair, first: string, name: string) =>
    first.startsWith(`${name}:`) ? first : (pair as string),
  );
}
