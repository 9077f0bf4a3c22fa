// The page of a team's server: the queue, one question, and the history. The review is the one of every other page; there
// are no files, no conversation and no rules here, because the server has no workspace.

import type { VNode } from "preact";
import { personLabel } from "../../../approval/index.ts";
import { reveal } from "../../../text/index.ts";
import { ConfirmationView } from "../app/confirmation-view.tsx";
import { useApp, useData, useLabels, useRoute } from "../app/context.ts";
import { useNotifications } from "../app/notifications.ts";
import { addressOf, type Route } from "../app/route.ts";
import { QuestionScreen } from "../inbox/question-screen.tsx";
import type { ConnectionStatus } from "../store/connection.ts";
import { useStore } from "../store/store.ts";
import { Revealed } from "../text.tsx";
import { useKeys } from "../use-keys.ts";
import { TeamBar } from "./team-bar.tsx";
import { TeamHistoryScreen } from "./team-history.tsx";
import { TeamQueue } from "./team-queue.tsx";

/** The server marks the document that it sends. */
export function isTeamPage(): boolean {
  return document.documentElement.dataset["server"] === "team";
}

export function TeamApplication(): VNode {
  const { keys, go, status } = useApp();
  const connection = useStore(status, (value) => value);
  const labels = useLabels();
  const name = useData(({ team }) => (team === undefined ? "" : personLabel(team.person, labels)));
  const { kind } = useRoute();
  // Whatever else the address says is shown as the queue.
  const here = kind === "history" || kind === "question" ? kind : "inbox";
  useNotifications();
  useKeys(keys, { "go-inbox": () => go({ kind: "inbox" }), "go-history": () => go({ kind: "history" }) });
  return (
    <>
      <div class="frame wide">
        <header class="top-bar team-top">
          <button type="button" class="quiet home" onClick={() => go({ kind: "inbox" })}>
            <span class="brand">Galley</span>
            <span class="dim cut">Team inbox</span>
          </button>
          <nav class="team-places" aria-label="Parts of the page">
            <PlaceLink to={{ kind: "inbox" }} name="Inbox" isHere={here === "inbox"} />
            <PlaceLink to={{ kind: "history" }} name="History" isHere={here === "history"} />
          </nav>
          <span class="dim cut" data-testid="person" title={reveal(name)}>
            <Revealed text={name} />
          </span>
        </header>
        <div class="banner-place">
          <TeamBanner status={connection} />
        </div>
        <div class="columns">
          <main class="middle">
            <Screen />
          </main>
        </div>
      </div>
      <ConfirmationView />
    </>
  );
}

/** Before the first state has come. */
export function TeamWaiting({ status }: { readonly status: ConnectionStatus }): VNode {
  return (
    <main class="state alone" aria-live="polite" data-testid="status">
      <h1 class="brand">Galley</h1>
      <p class="dim">{status.kind === "connecting" ? "Connecting…" : describe(status)}</p>
      {status.kind === "signed-out" && (
        <button type="button" onClick={() => location.reload()}>
          Sign in again
        </button>
      )}
    </main>
  );
}

function Screen(): VNode {
  const route = useRoute();
  if (route.kind === "history") return <TeamHistoryScreen />;
  if (route.kind !== "question") return <TeamQueue />;
  return (
    <div class="stack">
      <TeamBar id={route.id} />
      <QuestionScreen key={route.id} id={route.id} />
    </div>
  );
}

type PlaceLinkProps = { readonly to: Route; readonly name: string; readonly isHere: boolean };

function PlaceLink({ to, name, isHere }: PlaceLinkProps): VNode {
  const { go } = useApp();
  return (
    <a
      class="place"
      href={addressOf(to)}
      aria-current={isHere ? "page" : undefined}
      onClick={(event) => {
        event.preventDefault();
        go(to);
      }}
    >
      {name}
    </a>
  );
}

function TeamBanner({ status }: { readonly status: ConnectionStatus }): VNode | null {
  if (status.kind !== "lost" && status.kind !== "signed-out") return null;
  return (
    <div class="banner" role="alert">
      <span>{describe(status)}</span>{" "}
      {status.kind === "signed-out" && (
        <button type="button" onClick={() => location.reload()}>
          Sign in again
        </button>
      )}
    </div>
  );
}

function describe({ kind }: ConnectionStatus): string {
  return kind === "signed-out"
    ? "Your sign-in has expired, or you may not use this inbox. Nothing can be answered until you sign in again; what you typed is kept. If signing in does not help, the server's log says why."
    : "The connection was lost. Reconnecting… Nothing can be answered until then.";
}
