// The gate of gate.ts for the controls and keys of a screen.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
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
  const [opened, setOpened] = useState<string | null>(null);
  useLayoutEffect(() => {
    gate.current!.show(asked);
    const left = gate.current!.remaining;
    if (asked === null || left === null) return;
    const timer = setTimeout(() => setOpened(asked), left + 1);
    return () => clearTimeout(timer);
  }, [asked]);
  const admits = (byPointer: boolean): boolean => asked !== null && gate.current!.admits(asked, { byPointer });
  return {
    isOpen: asked !== null && opened === asked && gate.current.isOpen(asked),
    onPointerDown: () => gate.current!.press(asked ?? ""),
    // A key on a focused button is a click without a pointer.
    byClick: (act) => (event) => void (admits(event.detail > 0) && act()),
    byKey: (act) => () => void (admits(false) && act()),
  };
}
