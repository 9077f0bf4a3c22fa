// The keyboard in components: a part registers its actions while it is on screen, and one listener feeds them.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Handlers, Keys, KeyScope, Pressed } from "./keys.ts";

/** Registers the handlers of this render; they are gone when the component is. */
export function useKeys(keys: KeyScope, handlers: Handlers, options: { readonly dialog?: boolean } = {}): void {
  const { dialog = false } = options;
  const current = useRef(handlers);
  current.current = handlers;
  // Which actions there are decides about the registration; what they do is read when they are done.
  const names = Object.entries(handlers)
    .flatMap(([id, act]) => (act === undefined ? [] : id))
    .join(" ");
  // Before the next key can come: a dialog that is gone hides nothing.
  useLayoutEffect(() => {
    const lasting = names
      .split(" ")
      .filter((id) => id !== "")
      .map((id) => [id, () => current.current[id as keyof Handlers]?.()] as const); // A key of the handlers above.
    return keys.handle(Object.fromEntries(lasting), { dialog });
  }, [keys, names, dialog]);
}

/** Listens on the whole document. Returns the function that ends it. */
export function listenToKeys(keys: Keys): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (!event.defaultPrevented && keys.press(pressedIn(event))) event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

function pressedIn(event: KeyboardEvent): Pressed {
  const { key, ctrlKey, metaKey, altKey, repeat, isComposing } = event;
  return { key, ctrlKey, metaKey, altKey, repeat, isComposing, on: placeOf(event.target) };
}

const FIELDS = "textarea, select, [contenteditable]:not([contenteditable='false']), [role='textbox']";
const CONTROLS = "button, a[href], summary, input, [role='button'], [role='tab'], [role='option'], [role='treeitem']";
const TYPED = new Set(["text", "search", "url", "email", "password", "number", "tel", "date", "time"]);

function placeOf(target: EventTarget | null): Pressed["on"] {
  if (!(target instanceof Element)) return "page";
  if (target.closest(FIELDS) !== null) return "field";
  const input = target.closest("input");
  if (input !== null && TYPED.has(input.type)) return "field";
  return target.closest(CONTROLS) === null ? "page" : "control";
}
