// What a tool call did to files and programs, seen from outside the tool: its receipt says what happened, not what the
// tool was about to do. A command that was started and then stopped is in doubt, whatever else is known.

import type { Code } from "../../base/index.ts";
import type { Effects, ToolContext, ToolResult } from "../../tools/index.ts";
import type { Receipt } from "../display/display.ts";

type Stream = "stdout" | "stderr";

// The model needs the end of what a stopped command printed, not all of it.
const MAX_CHARS = 32_000;
const DENIED: ReadonlySet<Code> = new Set(["REJECTED", "FORBIDDEN", "PROTECTED"]);

export class CallEffects {
  readonly #printed: Record<Stream, string> = { stdout: "", stderr: "" };
  readonly #written: string[] = [];
  #hasStarted = false;
  #isPartial = false;

  /** For the context of the call. */
  readonly listener: Effects = {
    changed: (receipt, outcomes, removed) => {
      if (receipt !== null) this.#written.push(receipt);
      // A call that failed although something of it was written, or may have been.
      this.#isPartial ||= removed > 0 || outcomes.some(({ kind }) => kind === "written" || kind === "unknown");
    },
    commandStarted: () => {
      this.#hasStarted = true;
    },
  };

  /** Keeps what a command prints and hands it on as text. A character may be cut between two chunks of bytes. */
  printing(tell: (stream: Stream, text: string) => void): NonNullable<ToolContext["output"]> {
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
    return (stream, bytes) => {
      const text = decoders[stream].decode(bytes, { stream: true });
      if (text === "") return;
      this.#printed[stream] = (this.#printed[stream] + text).slice(-MAX_CHARS).toWellFormed();
      tell(stream, text);
    };
  }

  printed(): Readonly<Record<Stream, string>> {
    return { ...this.#printed };
  }

  written(): readonly string[] {
    return [...this.#written];
  }

  receiptOf(result: ToolResult, signal: AbortSignal): Receipt {
    if (result.success) return "applied";
    const { code } = result.error;
    const isStopped = this.#hasStarted && (code === "ABORTED" || code === "IO");
    if (isStopped || this.#isPartial) return "unknown";
    // An interrupt while a question is open is not an answer to it.
    if (code === "ABORTED" || (signal.aborted && code === "REJECTED")) return "not-started";
    return DENIED.has(code) ? "denied" : "failed";
  }
}
