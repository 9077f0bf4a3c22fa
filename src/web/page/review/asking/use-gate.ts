// The gate of gate.ts for the controls and keys of a screen.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Gate } from "./gate.ts";

export type UseGate = {
  /** Controls that answer look and are inert while this is false. */
  readonly isOpen: boolean;
  /** For every control that answers. */
  readonly onPointerDown: () => void;
  /** Does it when the click may answer what is asked now. */
  readonly byClick: (act: () => void) => (event: MouseEvent) => void;
  readonly byKey: (act: () => void) => () => void;
};

/** `asked` names what is asked and everything that is shown for it; null while that is not painted, or cannot be answered. */
export function useGate(asked: string | null): UseGate {
  const gate = useRef<Gate | null>(null);
  gate.current ??= new Gate(() => performance.now());
  const [, redraw] = useState(0);
  useLayoutEffect(() => {
    gate.current!.show(asked);
    if (asked === null) return;
    let timer: ReturnType<typeof setTimeout>;
    // A page that was behind others shows its question anew: the key or click that brought it to the front is no answer.
    const shown = (): void => {
      clearTimeout(timer);
      gate.current!.show(null);
      if (document.visibilityState === "visible") gate.current!.show(asked);
      redraw((times) => times + 1);
      if (document.visibilityState === "visible") wait();
    };
    // A timer may end a little early.
    const wait = (): void => {
      const left = gate.current!.remaining ?? 0;
      if (left === 0) redraw((times) => times + 1);
      else timer = setTimeout(wait, left + 1);
    };
    wait();
    document.addEventListener("visibilitychange", shown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", shown);
    };
  }, [asked]);
  useEffect(() => {
    document.addEventListener("keydown", refuseRepeat, true);
    return () => document.removeEventListener("keydown", refuseRepeat, true);
  }, []);
  const admits = (byPointer: boolean): boolean => asked !== null && gate.current!.admits(asked, { byPointer });
  return {
    isOpen: asked !== null && gate.current.isOpen(asked),
    onPointerDown: () => gate.current!.press(asked ?? ""),
    // A key on a focused button is a click without a pointer.
    byClick: (act) => (event) => void (admits(event.detail > 0) && act()),
    byKey: (act) => () => void (admits(false) && act()),
  };
}

/** A browser makes a click of each repeat of a key that is held on a button: one press would answer several questions. */
function refuseRepeat(event: KeyboardEvent): void {
  const isButton = event.target instanceof Element && event.target.closest("button") !== null;
  if (event.repeat && isButton && (event.key === "Enter" || event.key === " ")) event.preventDefault();
}
