// Commands that the user may want to run: deleting and renaming files is nothing an edit does (S4-7). Shown to be copied;
// the page runs nothing.

import type { VNode } from "preact";
import { CopyButton } from "../layout/copy-button.tsx";
import { Revealed } from "../text.tsx";

type CommandHintProps = { readonly commands: readonly string[]; readonly children: string };

export function CommandHint({ commands, children }: CommandHintProps): VNode {
  return (
    <div class="notice command-hint">
      <div class="grow">
        <p>{children}</p>
        {commands.map((command) => (
          <div class="row command" key={command}>
            <code class="grow">
              <Revealed text={command} reading="exact" />
            </code>
            <CopyButton text={command} label="Copy" />
          </div>
        ))}
      </div>
    </div>
  );
}

const MOST = 20;

/** The `git rm` and `git mv` of a model's words: in backticks, or a line of their own. Each once, in order. */
export function gitCommandsIn(words: string): readonly string[] {
  const found = new Set<string>();
  for (const line of words.split("\n")) {
    if (!line.includes("git ")) continue;
    const own = /^\s{0,8}(?:\$ )?(git (?:rm|mv) [^`]{1,400})$/.exec(line)?.[1];
    const quoted = [...line.matchAll(/`(?:\$ )?(git (?:rm|mv) [^`]{1,400})`/g)].map((match) => match[1]!);
    for (const command of own === undefined ? quoted : [own]) if (found.size < MOST) found.add(command.trim());
  }
  return [...found];
}
