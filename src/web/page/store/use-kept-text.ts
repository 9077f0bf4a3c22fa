// A text that is being typed, kept for this tab: a reload does not lose it.

import { useState } from "preact/hooks";
import { pageShelf } from "./shelf.ts";

export function useKeptText(name: string): readonly [string, (text: string) => void] {
  const shelf = pageShelf("sessionStorage");
  const [text, setText] = useState(() => {
    const found = shelf.get(name);
    return typeof found === "string" ? found : "";
  });
  const set = (next: string): void => {
    setText(next);
    if (next === "") shelf.forget(name);
    else shelf.keep(name, next);
  };
  return [text, set];
}
