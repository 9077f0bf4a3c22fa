// A dialog over everything: the focus stays inside, Escape closes it, and the focus returns to where it was.

import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../app/context.ts";
import { useKeys } from "../use-keys.ts";

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** The title is only for a screen reader. */
  readonly isTitleUnseen?: boolean;
  readonly class?: string;
};

export function Dialog({ title, onClose, children, isTitleUnseen = false, class: more = "" }: DialogProps): VNode {
  const { keys } = useApp();
  const element = useRef<HTMLDialogElement>(null);
  useKeys(keys, { close: onClose }, { dialog: true });
  // At once: a key that is typed next is meant for the dialog.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const dialog = element.current;
    dialog?.showModal();
    return () => {
      // While it is open nothing under it can have the focus.
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${more}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div class="dialog-inside">
        <h2 class={isTitleUnseen ? "unseen" : "dialog-title"}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
