// What is shown when the server cannot be reached: calm, with what happened and what to do.

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ConnectionStatus } from "../store/connection.ts";
import { keepsDrafts } from "../store/shelf.ts";
import { useStore } from "../store/store.ts";

// A short break is not worth a word.
const QUIET_MS = 1_500;
const LONG_MS = 10_000;

/** Over the screen, while what is known stays readable. */
export function ConnectionBanner({ status }: { readonly status: ConnectionStatus }): VNode | null {
  const since = status.kind === "lost" ? status.since : null;
  const elapsed = useElapsed(since);
  if (status.kind === "signed-out")
    return (
      <div class="banner" role="alert">
        <span>
          The server was restarted. Open the link that <code>galley web</code> prints, or press Enter there for a new
          one. Nothing here can be answered until then.
        </span>
      </div>
    );
  if (since === null || elapsed < QUIET_MS) return null;
  return (
    <div class="banner" role="alert">
      {elapsed < LONG_MS ? (
        <span>The connection was lost. Reconnecting…</span>
      ) : (
        <span>
          The server is not running. Start <code>galley web</code> again; open questions are kept. This page reconnects
          by itself.
        </span>
      )}
    </div>
  );
}

/** While this browser's storage refuses what is typed. */
export function UnkeptBanner(): VNode | null {
  const isKept = useStore(keepsDrafts, (value) => value);
  if (isKept) return null;
  return (
    <div class="banner" role="alert">
      This browser's storage is full or blocked: what you type is kept only while this page is open.
    </div>
  );
}

/** In place of everything, before the first state has come. */
export function NoStateYet({ status }: { readonly status: ConnectionStatus }): VNode {
  const elapsed = useElapsed(status.kind === "lost" ? status.since : null);
  if (status.kind === "signed-out")
    return (
      <main class="state alone" data-testid="status">
        <h1 class="brand">Galley</h1>
        <h2>This link no longer works</h2>
        <p class="dim">
          It was used already, or the server was restarted. Open the link that <code>galley web</code> prints, or press
          Enter in that terminal for a new one.
        </p>
      </main>
    );
  return (
    <main class="state alone" aria-live="polite" data-testid="status">
      <h1 class="brand">Galley</h1>
      {status.kind === "lost" && elapsed >= QUIET_MS ? (
        <>
          <h2>The server cannot be reached</h2>
          <p class="dim">
            Start <code>galley web</code> in your project, and open the link it prints. This page tries again by itself.
          </p>
        </>
      ) : (
        <p class="dim">Connecting…</p>
      )}
    </main>
  );
}

/** How long it has been, in milliseconds; counts while it is shown. */
function useElapsed(since: number | null): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (since === null) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, [since]);
  return since === null ? 0 : Math.max(0, now - since);
}
