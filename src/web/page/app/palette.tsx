// Every action by name: those that can be done now, filtered by what is typed.

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { rowOf, type ActionId } from "../actions.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { ACTION_IDS, nameOfKey } from "../keys.ts";
import { useApp } from "./context.ts";
import { matches } from "./match-words.ts";

const LEFT_OUT: ReadonlySet<ActionId> = new Set(["palette", "close", "line-up", "line-down"]);

type PaletteProps = { readonly available: readonly ActionId[]; readonly onClose: () => void };

export function Palette({ available, onClose }: PaletteProps): VNode {
  const { keys } = useApp();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const found = ACTION_IDS.filter(
    (id) => available.includes(id) && !LEFT_OUT.has(id) && matches(`${rowOf(id).name} ${rowOf(id).group}`, typed),
  );
  const chosen = Math.min(at, found.length - 1);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const run = (id: ActionId | undefined): void => {
    if (id === undefined) return;
    onClose();
    // After the dialog is gone: it hides the actions under it.
    setTimeout(() => keys.run(id));
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((chosen + step + found.length) % Math.max(1, found.length));
    else if (event.key === "Enter" && !event.isComposing) run(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Actions" isTitleUnseen class="palette" onClose={onClose}>
      <input
        type="text"
        placeholder="Search actions"
        aria-label="Search actions"
        role="combobox"
        list={undefined}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[chosen] === undefined ? undefined : `action-${found[chosen]}`}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <ul class="palette-list" id="palette-list" role="listbox" aria-label="Actions" ref={list}>
        {found.map((id, index) => (
          <li
            key={id}
            id={`action-${id}`}
            class="palette-row"
            role="option"
            aria-selected={index === chosen}
            onClick={() => run(id)}
            onPointerMove={() => setAt(index)}
          >
            <span class="grow">{rowOf(id).name}</span>
            <span class="dim small">{rowOf(id).group}</span>
            {rowOf(id).keys.map((key) => (
              <kbd key={key}>{nameOfKey(key)}</kbd>
            ))}
          </li>
        ))}
        {found.length === 0 && <li class="palette-row dim">No action has these words.</li>}
      </ul>
    </Dialog>
  );
}
