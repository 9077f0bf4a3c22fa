// The inbox on its own screen: what waits, what was decided since the page was opened, and the ways to everything else
// that a wide screen has beside it.

import type { VNode } from "preact";
import { useApp, useData } from "../app/context.ts";
import { toggleNotifications } from "../app/notifications.ts";
import { addressOf, type Route } from "../app/route.ts";
import { ageOf } from "../../../base/index.ts";
import { Glyph, type GlyphName } from "../layout/glyphs.tsx";
import { useNow } from "../layout/use-now.ts";
import { useStore } from "../store/store.ts";
import { endingOf } from "../review/asking/endings.ts";
import { Revealed } from "../text.tsx";
import { programOf } from "../program-name.ts";
import { InboxList } from "./inbox-list.tsx";

// Others are in the history.
const LATEST = 20;

export function InboxScreen(): VNode {
  const waiting = useData(({ questions, unreadable }) => questions.length + unreadable.length);
  return (
    <div class="screen">
      <h1>Inbox</h1>
      {waiting === 0 ? (
        <p class="dim">
          Nothing waits for you. Questions of agents, hooks and other terminals on this machine appear here by
          themselves.
        </p>
      ) : (
        <div class="listing">
          <InboxList />
        </div>
      )}
      <p class="inbox-notify">
        <NotifyButton />
      </p>
      <Decided />
      <MorePlaces />
    </div>
  );
}

function NotifyButton(): VNode {
  const app = useApp();
  const isOn = useStore(app.preferences, ({ notify }) => notify);
  return (
    <button type="button" aria-pressed={isOn} onClick={() => void toggleNotifications(app)}>
      <Glyph name="bell" /> {isOn ? "Notifications are on" : "Notify me when a question is waiting"}
    </button>
  );
}

function Decided(): VNode | null {
  const settled = useData(({ settled }) => settled);
  const now = useNow();
  if (settled.length === 0) return null;
  return (
    <section aria-label="No longer open">
      <h2 class="section-head">No longer open</h2>
      <ul class="listing">
        {settled
          .slice(-LATEST)
          .toReversed()
          .map(({ question, outcome }) => (
            <li key={question.id} class="settled-row">
              <span>
                <Revealed text={question.description} />
              </span>
              <span class="dim small">
                <Revealed text={endingOf(outcome, question.asker.door === "review").title} />
                {` ${ageOf(outcome.at, now)} · `}
                <Revealed text={programOf(question.asker)} />
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}

const PLACES: readonly { readonly name: string; readonly glyph: GlyphName; readonly to: Route }[] = [
  { name: "History", glyph: "history", to: { kind: "history" } },
  { name: "Rules", glyph: "rules", to: { kind: "rules" } },
  { name: "Configuration", glyph: "config", to: { kind: "config" } },
];

/** History, rules and configuration: at the foot of the rail, and here where there is no rail. */
export function MorePlaces(): VNode {
  const { go } = useApp();
  return (
    <ul class="more-places">
      {PLACES.map(({ name, glyph, to }) => (
        <li key={name}>
          <a
            class="place"
            href={addressOf(to)}
            onClick={(event) => {
              event.preventDefault();
              go(to);
            }}
          >
            <Glyph name={glyph} /> {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
