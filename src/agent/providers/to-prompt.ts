// Our messages as the library wants them. The history is repaired already; here nothing is added and nothing judged,
// only what no provider would take is made takeable.

import type { ShownImage } from "../context/image.ts";
import type { AssistantPart, Message, ProviderData } from "../history/messages.ts";
import { isObject } from "../turn/collect.ts";
import type { ModelRequest } from "../model.ts";
import type { SdkMessage, SdkPrompt, SdkTool } from "./sdk-types.ts";

type AssistantContent = Extract<SdkMessage, { role: "assistant" }>["content"];
type UserContent = Extract<SdkMessage, { role: "user" }>["content"];
type ProviderOptions = NonNullable<SdkMessage["providerOptions"]>;

/** `own` is the name under which this provider's data is kept; other providers' data stays at home. */
export function toPrompt({ system, messages, images = [] }: ModelRequest, own: string): SdkPrompt {
  const prompt: SdkMessage[] = [{ role: "system", content: system.toWellFormed() }];
  for (const message of messages) {
    const last = prompt.at(-1);
    if (message.role === "user" && last?.role === "user") {
      // Many local servers insist that roles take turns.
      last.content.push(...userContent(message));
      continue;
    }
    // Some providers want the model's words between a tool's result and the person's; an interrupted turn has none.
    if (message.role === "user" && last?.role === "tool")
      prompt.push({ role: "assistant", content: [{ type: "text", text: "I was interrupted here." }] });
    prompt.push(toMessage(message, own));
  }
  // At the beginning, where they stay while the conversation goes on: providers cache it.
  const first = prompt.find(({ role }) => role === "user");
  if (first?.role === "user") first.content.unshift(...images.flatMap(imageParts));
  return own === "anthropic" ? withCacheMarks(prompt) : prompt.map(joined);
}

export function toTools({ tools }: ModelRequest): SdkTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: "function",
    name,
    description,
    inputSchema: parameters as Extract<SdkTool, { type: "function" }>["inputSchema"], // Made by the schema library.
  }));
}

function toMessage(message: Message, own: string): SdkMessage {
  switch (message.role) {
    case "user":
      return { role: "user", content: userContent(message) };
    case "assistant":
      return { role: "assistant", content: message.parts.flatMap((part) => toPart(part, own)) };
    case "tool":
      return {
        role: "tool",
        content: message.results.map(({ id, tool, content, isError }) => ({
          type: "tool-result",
          toolCallId: id,
          toolName: toolName(tool),
          output: {
            type: isError ? "error-text" : "text",
            value: content === "" ? "(nothing)" : content.toWellFormed(),
          },
        })),
      };
  }
  message satisfies never;
}

function userContent({ text, notes = [] }: Extract<Message, { role: "user" }>): UserContent {
  return [...notes, text].filter((one) => one.trim() !== "").map((one) => ({ type: "text", text: one.toWellFormed() }));
}

/** A name, so that words can refer to it, and the image. */
function imageParts({ name, type, bytes }: ShownImage): UserContent {
  return [
    { type: "text", text: `Image ${name.toWellFormed()}:` },
    { type: "file", mediaType: type, data: bytes },
  ];
}

function toPart(part: AssistantPart, own: string): AssistantContent {
  const provider = ownData(part.provider, own);
  switch (part.kind) {
    case "text":
      return [{ type: "text", text: part.text.toWellFormed(), ...provider }];
    case "reasoning":
      // Without its signature it is refused by those who sign, and by some who do not.
      return "providerOptions" in provider ? [{ type: "reasoning", text: part.text, ...provider }] : [];
    case "call":
      return [
        {
          type: "tool-call",
          toolCallId: part.id,
          toolName: toolName(part.tool),
          input: isObject(part.args) ? wellFormed(part.args) : {},
          ...provider,
        },
      ];
  }
  part satisfies never;
}

/** Half of a character is legal in JSON that a model sends, and refused in JSON that it is sent. */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key.toWellFormed(), wellFormed(one)]));
}

function ownData(data: ProviderData | undefined, own: string): { providerOptions?: ProviderOptions } {
  const mine = data?.[own];
  return mine === undefined ? {} : { providerOptions: { [own]: mine } as ProviderOptions }; // As the library gave it.
}

/** A model may call what does not exist, under a name that no provider takes back. */
function toolName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed";
}

/** One text per message: servers that know no list of parts are many. */
function joined(message: SdkMessage): SdkMessage {
  if (message.role !== "user" || message.content.length < 2) return message;
  if (message.content.some(({ type }) => type !== "text")) return message;
  const text = message.content.map((part) => (part.type === "text" ? part.text : "")).join("\n\n");
  return { role: "user", content: [{ type: "text", text }] };
}

/** Anthropic caches only what is marked: everything up to the system text, and up to the last message. */
function withCacheMarks(prompt: readonly SdkMessage[]): SdkPrompt {
  const mark: ProviderOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };
  return prompt.map((message, at) =>
    at === 0 || at === prompt.length - 1 ? { ...message, providerOptions: mark } : message,
  );
}
