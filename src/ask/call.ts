// What is judged and asked about: one call of a tool, or one file of a plan as the tool that would make such a change.

import type { Access, AskedCommand } from "../approval/index.ts";
import type { Target } from "../base/index.ts";
import type { Likely } from "../edits/index.ts";

export type Call = {
  readonly tool: string;
  readonly access: Access;
  /** What it touches. The rules are asked about each path and about where it led; only that is then opened. */
  readonly targets: readonly Target[];
  /** A command that runs outside any sandbox: no flag answers for it. */
  readonly outside?: boolean;
  /** It is only likely that the answer asks for this change: why it was read so, which a person must see. */
  readonly likely?: readonly Likely[];
  /** Whether a reviewer would be shown a warning. Asked only where a rule depends on it; missing: it would. */
  readonly hasWarnings?: () => boolean;
  /** The command, where a rule may be kept for it. */
  readonly command?: AskedCommand;
  /** What a command needs to run without a question. Without it, it is asked about. */
  readonly unasked?: Unasked;
};

export type Unasked = {
  /** Why no question is needed unless a rule asks; null when only a rule may allow it. */
  readonly reason: string | null;
  /** Why it is asked about all the same, in words that follow "because", or null. May look at files. */
  readonly whyAsk: () => Promise<string | null>;
};
