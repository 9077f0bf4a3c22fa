// The frame around every screen, in three layouts: rail, screen and conversation side by side; the sides as drawers; one
// column with tabs. Both sides remember whether they are open.

import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useApp, useRoute } from "../app/context.ts";
import { useStore } from "../store/store.ts";
import { useKeys } from "../use-keys.ts";
import { Tabs } from "./tabs.tsx";
import { TopBar } from "./top-bar.tsx";
import { useWidth } from "./use-width.ts";

type Side = "rail" | "chat";

type FrameProps = {
  readonly rail: ComponentChildren;
  readonly chat: ComponentChildren;
  /** Below the bar at the top. It takes room, so that it hides nothing of what can still be read. */
  readonly banner: ComponentChildren;
  readonly children: ComponentChildren;
};

export function Frame({ rail, chat, banner, children }: FrameProps): VNode {
  const { keys, preferences } = useApp();
  const route = useRoute();
  const width = useWidth();
  const kept = useStore(preferences, (value) => value);
  const [drawer, setDrawer] = useState<Side | null>(null);
  // A person who went to a screen wants to see it.
  useEffect(() => setDrawer(null), [route, width]);
  const isOpen = (side: Side): boolean => (width === "wide" ? kept[side] : width === "medium" && drawer === side);
  const toggle = (side: Side): void => {
    if (width === "medium") setDrawer(drawer === side ? null : side);
    else if (width === "wide") preferences.set({ ...kept, [side]: !kept[side] });
  };
  useKeys(keys, { "toggle-rail": () => toggle("rail"), "toggle-chat": () => toggle("chat") });
  useKeys(keys, drawer === null ? {} : { close: () => setDrawer(null) });
  // The conversation is not shown twice.
  const hasChat = isOpen("chat") && route.kind !== "chat";
  return (
    <div class={`frame ${width}`}>
      <TopBar width={width} isOpen={isOpen} toggle={toggle} />
      <div class="banner-place">{banner}</div>
      <div class="columns">
        {isOpen("rail") && (
          <nav class="rail" aria-label="Inbox and files">
            {rail}
          </nav>
        )}
        {drawer !== null && <div class="scrim" onClick={() => setDrawer(null)} />}
        <main class="middle" inert={drawer !== null}>
          {children}
        </main>
        {hasChat && (
          <aside class="chat-side" aria-label="Conversation">
            {chat}
          </aside>
        )}
      </div>
      {width === "narrow" && <Tabs />}
    </div>
  );
}
