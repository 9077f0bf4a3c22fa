// Notifies the user of a waiting question while they look elsewhere: the number in the title always, a desktop notification
// only where it was asked for. Permission is asked for only on a click.

import { useEffect, useRef } from "preact/hooks";
import { programOf } from "../program-name.ts";
import { useStore } from "../store/store.ts";
import { useApp, useData, type App } from "./context.ts";

export function useNotifications(): void {
  const app = useApp();
  const questions = useData(({ questions }) => questions);
  const name = useData(({ name }) => name);
  const isWanted = useStore(app.preferences, ({ notify }) => notify);
  // Those that wait when the page opens are on the screen already.
  const known = useRef(new Set(questions.map(({ id }) => id)));
  const shown = useRef<{ readonly notification: Notification; readonly ids: readonly string[] } | null>(null);
  useEffect(() => {
    document.title = `${questions.length === 0 ? "" : `(${questions.length}) `}${name} · Galley`;
    const added = questions.filter(({ id }) => !known.current.has(id));
    known.current = new Set(questions.map(({ id }) => id));
    // One whose questions are all over asks for nothing.
    if (shown.current !== null && !shown.current.ids.some((id) => known.current.has(id))) {
      shown.current.notification.close();
      shown.current = null;
    }
    const [first] = added;
    if (first === undefined || !isWanted || !document.hidden || !canNotify()) return;
    // One for all that came at once; a newer one takes its place.
    const notification = new Notification(`${programOf(first.asker)} asks for approval`, {
      body: added.length === 1 ? first.description : `${added.length} questions are waiting in ${name}.`,
      tag: "galley-question",
    });
    const ids = added.map(({ id }) => id);
    shown.current = { notification, ids };
    notification.addEventListener("click", () => {
      window.focus();
      // The first that still waits; where none does, what became of it.
      app.go({ kind: "question", id: ids.find((id) => known.current.has(id)) ?? first.id });
      notification.close();
    });
  }, [questions, name, isWanted]);
}

function canNotify(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}

/** Called by a click or a key. */
export async function toggleNotifications({ preferences, confirmations }: App): Promise<void> {
  const { notify } = preferences.value;
  if (notify) {
    preferences.update((value) => ({ ...value, notify: false }));
    return confirmations.show("You are no longer notified.");
  }
  const permission = "Notification" in window ? await Notification.requestPermission() : "denied";
  if (permission !== "granted")
    return confirmations.show("This browser does not allow notifications of this page. Allow them in its settings.", {
      tone: "bad",
    });
  preferences.update((value) => ({ ...value, notify: true }));
  confirmations.show("You are notified when a question is waiting and this page is not in front.");
}
