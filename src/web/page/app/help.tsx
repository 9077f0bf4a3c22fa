// The keys, by group, from the table of actions. Those that do nothing on this screen are dimmed.

import type { VNode } from "preact";
import { rowOf, type ActionId, type ActionRow } from "../actions.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { ACTION_IDS, nameOfKey } from "../keys.ts";

type HelpProps = { readonly available: readonly ActionId[]; readonly onClose: () => void };

export function Help({ available, onClose }: HelpProps): VNode {
  const withKeys = ACTION_IDS.filter((id) => rowOf(id).keys.length > 0);
  const groups = new Map<ActionRow["group"], ActionId[]>();
  for (const id of withKeys) groups.set(rowOf(id).group, [...(groups.get(rowOf(id).group) ?? []), id]);
  return (
    <Dialog title="Keys" class="help" onClose={onClose}>
      <p class="dim">They do nothing while you are typing in a field. Dimmed: not on this screen.</p>
      <div class="help-groups">
        {[...groups].map(([group, ids]) => (
          <section key={group}>
            <h3 class="section-head">{group}</h3>
            {ids.map((id) => (
              <div key={id} class={`help-row${available.includes(id) ? "" : " dim"}`}>
                <span>{rowOf(id).name}</span>
                <span class="help-keys">
                  {rowOf(id).keys.map((key) => (
                    <kbd key={key}>{nameOfKey(key)}</kbd>
                  ))}
                </span>
              </div>
            ))}
          </section>
        ))}
      </div>
      <div class="dialog-actions">
        <button type="button" class="main" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
