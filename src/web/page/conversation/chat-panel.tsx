// The conversation with a model.
import type { VNode } from "preact";
export function ChatPanel({ isScreen = false }: { readonly isScreen?: boolean }): VNode {
  return <div class="chat-panel">{isScreen ? "screen" : ""}</div>;
}
