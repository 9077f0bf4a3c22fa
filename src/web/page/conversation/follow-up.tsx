// What the user may want to say next: files were added to the context, and the model can try again. It only fills the box;
// it never sends.

import type { VNode } from "preact";
import { Path, Revealed } from "../text.tsx";
import type { FollowUpItem } from "./item-types.ts";

type FollowUpProps = { readonly item: FollowUpItem; readonly onUse: (text: string) => void };

export function FollowUp({ item: { note, retry, added }, onUse }: FollowUpProps): VNode {
  return (
    <div class="notice follow-up">
      <div class="grow">
        {note !== "" && (
          <p>
            <Revealed text={note} lines />
          </p>
        )}
        {added.length > 0 && (
          <ul class="paths">
            {added.map((path) => (
              <li key={path}>
                <Path path={path} />
              </li>
            ))}
          </ul>
        )}
        {retry !== null && (
          <button type="button" onClick={() => onUse(retry)}>
            Use as the next message
          </button>
        )}
      </div>
    </div>
  );
}
