// Images in a conversation, in a real terminal: named with @ or /add, listed, sent, and refused where the model takes none.

import { expect, test } from "vitest";
import { chats } from "./chatting.ts";

const chat = chats();
const PNG = Buffer.from("\x89PNG\r\n\x1a\n and what follows", "latin1");
const DATA = PNG.toString("base64");

test("a mentioned image is sent, listed with its size, and dropped again", async () => {
  const screen = await chat.open({
    files: { "shot.png": PNG, "a.txt": "one\n" },
    script: [{ text: "A picture." }, { text: "No picture." }],
  });
  screen.type("what is on @shot.png\r");
  await screen.waitFor(/shot\.png \(a PNG image, 25 B, about 1,600 tokens/);
  await screen.waitFor("A picture.");
  expect(JSON.stringify(chat.server.requests[0]!.body)).toContain(`data:image/png;base64,${DATA}`);
  screen.type("/files\r");
  await screen.waitFor(/About 1,600 of [\d,]+ tokens for files/);
  screen.type("/context\r");
  await screen.waitFor(/The selected files take about 1,600 tokens/);
  screen.type("/drop shot.png\r");
  await screen.waitFor("shot.png is not shown any more");
  screen.type("and now\r");
  await screen.waitFor("No picture.");
  expect(JSON.stringify(chat.server.requests[1]!.body)).not.toContain(DATA);
});

test("a model that takes none, as the config says: /add refuses it, and nothing is sent", async () => {
  const screen = await chat.open({
    files: { "shot.png": PNG },
    config: { models: { "openai/test-model": { images: false } } },
    script: [{ text: "Words only." }],
  });
  screen.type("/add shot.png\r");
  await screen.waitFor(/shot\.png was not added: it is an image, and this model does not\s+accept\s+images\./);
  screen.type("go\r");
  await screen.waitFor("Words only.");
  expect(JSON.stringify(chat.server.requests[0]!.body)).not.toContain(DATA);
});

test("a model that turns out to take none: it says so, and answers without it", async () => {
  const error = { type: "invalid_request_error", message: "This model does not support image inputs." };
  const screen = await chat.open({
    files: { "shot.png": PNG },
    args: ["chat", "--context", "shot.png"],
    script: [{ status: 400, body: { error } }, { text: "I see no picture." }],
  });
  screen.type("look\r");
  await screen.waitFor(/does not accept images\./);
  await screen.waitFor("I see no picture.");
  screen.type("/files\r");
  await screen.waitFor(/shot\.png is not shown: it is an image, and this model does not accept/);
});
