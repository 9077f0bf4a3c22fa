// The least that a program can do with an answer: reads the provider's library alone and prints the words when they are
// whole. A process of its own, for bench/agent.ts. Does nothing unless it is given an address.

import { createOpenAI } from "@ai-sdk/openai";

const [, , task, baseURL] = process.argv;
if (task === "read-answer" && baseURL !== undefined) {
  let text = "";
  await readAnswer(baseURL, (delta) => (text += delta));
  process.stdout.write(text);
}

export async function readAnswer(baseURL: string, take: (delta: string) => void): Promise<void> {
  const model = createOpenAI({ apiKey: "none", baseURL }).chat("test-model");
  const { stream } = await model.doStream({ prompt: [{ role: "user", content: [{ type: "text", text: "go" }] }] });
  for await (const part of stream) if (part.type === "text-delta") take(part.delta);
}
