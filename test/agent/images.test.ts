// Images that the user selects: what each provider is sent, what is left out and why, and models that accept none.

import { expect, test } from "vitest";
import {
  addFiles,
  dropFiles,
  listFiles,
  resumeSession,
  storeSession,
  Session,
  vfsSection,
} from "../../src/agent/index.ts";
import { createMemoryFiles } from "../../src/fs/index.ts";
import { newSession, newState } from "./scripted-run.ts";
import { withTalk, type Wire } from "./server-run.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const KINDS: Readonly<Record<string, Uint8Array>> = {
  "a.png": PNG,
  "b.jpg": Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]),
  "c.gif": Buffer.from("GIF89a\x01\0\x01\0\0\0\0", "latin1"),
  "d.webp": Buffer.from("RIFF\x10\0\0\0WEBPVP8 \0\0", "latin1"),
};
const FILES = { "a.txt": "one\n", ...KINDS };

type Body = Readonly<Record<string, unknown>>;
type Parts = readonly Readonly<Record<string, unknown>>[];

/** How each protocol carries an image in the content of a user's message. */
const SENT: Readonly<Record<Wire, { readonly parts: (body: Body) => Parts; readonly image: object }>> = {
  anthropic: {
    parts: (body) => (body["messages"] as { content: Parts }[])[0]!.content,
    image: { type: "image", source: { type: "base64", media_type: "image/png", data: PNG.toString("base64") } },
  },
  openai: {
    parts: (body) =>
      (body["messages"] as { role: string; content: Parts }[]).find(({ role }) => role === "user")!.content,
    image: { type: "image_url", image_url: { url: `data:image/png;base64,${PNG.toString("base64")}` } },
  },
  compatible: {
    parts: (body) =>
      (body["messages"] as { role: string; content: Parts }[]).find(({ role }) => role === "user")!.content,
    image: { type: "image_url", image_url: { url: `data:image/png;base64,${PNG.toString("base64")}` } },
  },
  responses: {
    parts: (body) => (body["input"] as { role: string; content: Parts }[]).find(({ role }) => role === "user")!.content,
    image: { type: "input_image", image_url: `data:image/png;base64,${PNG.toString("base64")}` },
  },
  google: {
    parts: (body) => (body["contents"] as { parts: Parts }[])[0]!.parts,
    image: { inlineData: { mimeType: "image/png", data: PNG.toString("base64") } },
  },
};

test.each<Wire>(["anthropic", "openai", "compatible", "responses", "google"])(
  "%s is sent a selected image with the first message, in every request",
  async (wire) => {
    const script = [{ calls: [{ name: "ls", arguments: {} }] }, { text: "A dot." }, { text: "Still a dot." }];
    await withTalk(
      wire,
      script,
      async ({ session, server, say }) => {
        expect(await addFiles(session, "a.png")).toEqual([
          { kind: "added", path: "a.png", tokens: 1600, part: "a PNG image, 70 B" },
        ]);
        expect(await say("What is it?")).toMatchObject({ kind: "done", text: "A dot." });
        expect(await say("Are you sure?")).toMatchObject({ kind: "done", text: "Still a dot." });
        expect([server.requests.length, server.refused]).toEqual([3, []]);
        for (const { body } of server.requests) {
          const parts = SENT[wire].parts(body);
          expect(JSON.stringify(parts[0])).toContain("Image a.png:");
          expect(parts[1]).toMatchObject(SENT[wire].image);
          expect(JSON.stringify(parts)).toContain("What is it?");
          // Once, whatever the history is.
          expect(JSON.stringify(body).split(PNG.toString("base64")).length).toBe(2);
        }
        dropFiles(session, "a.png");
        await say("Forget it.");
        expect(JSON.stringify(server.requests.at(-1)!.body)).not.toContain(PNG.toString("base64"));
      },
      { files: FILES },
    );
  },
);

test.each<[string, string]>([
  ["a.png", "image/png"],
  ["b.jpg", "image/jpeg"],
  ["c.gif", "image/gif"],
  ["d.webp", "image/webp"],
])("%s is sent as %s", async (name, type) => {
  await withTalk(
    "anthropic",
    [{ text: "Yes." }],
    async ({ session, server, say }) => {
      await addFiles(session, name);
      await say("Look.");
      const data = Buffer.from(KINDS[name]!).toString("base64");
      expect(SENT.anthropic.parts(server.requests[0]!.body)[1]).toMatchObject({
        source: { media_type: type, data },
      });
    },
    { files: FILES },
  );
});

test.each<[Wire, number, string]>([
  ["openai", 400, "Invalid content type. image_url is only supported by certain models."],
  ["compatible", 500, "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj"],
  ["compatible", 404, "No endpoints found that support image input"],
  ["compatible", 400, "Failed to deserialize the JSON body: messages[1]: unknown variant `image_url`, expected `text`"],
  ["compatible", 400, "At most 0 image(s) may be provided in one request."],
  ["anthropic", 400, "'test-model' does not support image input."],
  ["google", 400, "Image input modality is not enabled for models/test-model"],
])("%s refuses with %i %j: it is said, and the model is asked without", async (wire, status, message) => {
  const error =
    wire === "google"
      ? { code: status, status: "INVALID_ARGUMENT", message }
      : { type: "invalid_request_error", message };
  await withTalk(
    wire,
    [{ status, body: { type: "error", error } }, { text: "I cannot see it." }, { text: "Still not." }],
    async ({ session, server, say }) => {
      await addFiles(session, "a.png");
      const result = await say("What is it?");
      expect(result).toMatchObject({ kind: "done", text: "I cannot see it.", requests: 2 });
      expect(result.notes.join("\n")).toContain("does not accept images");
      expect(result.notes.join("\n")).toContain(
        "a.png is selected but not shown: it is an image, and this model does not accept images.",
      );
      // The model knows as well, and is not sent it again.
      await say("And now?");
      expect(server.requests.length).toBe(3);
      for (const { body } of server.requests.slice(1)) {
        expect(JSON.stringify(body)).toContain("a.png is selected but not shown");
        expect(JSON.stringify(body)).not.toContain(PNG.toString("base64"));
      }
      expect((await listFiles(session)).files[0]).toMatchObject({ path: "a.png", tokens: null });
    },
    { files: FILES },
  );
});

test("an error that only mentions an image is not taken for that", async () => {
  const error = {
    type: "invalid_request_error",
    message: "The image does not support this size: images larger than 8000 pixels",
  };
  await withTalk(
    "openai",
    [{ status: 400, body: { error } }],
    async ({ session, server, say }) => {
      await addFiles(session, "a.png");
      expect(await say("Look.")).toMatchObject({ kind: "failed", code: "refused" });
      expect(server.requests.length).toBe(1);
    },
    { files: FILES },
  );
});

test("what cannot be sent is refused with the reason", async () => {
  const big = Buffer.concat([PNG, Buffer.alloc(4_000_000)]);
  const half = Buffer.concat([PNG, Buffer.alloc(3_900_000)]);
  const session = await newSession({
    "big.png": big,
    "text.png": "not an image\n",
    "data.bin": new Uint8Array([0, 1, 2, 255]),
    "1.png": half,
    "2.png": half,
    "3.png": half,
    "4.png": half,
  });
  const add = async (name: string) => (await addFiles(session, name))[0]!;
  expect(await add("big.png")).toMatchObject({
    kind: "refused",
    message: "big.png was not added: it is an image of 4.0 MB, and at most 3.9 MB can be sent to a model.",
  });
  expect(await add("data.bin")).toMatchObject({
    message: "data.bin was not added: it is neither text nor an image that models take.",
  });
  expect(await add("text.png")).toMatchObject({ kind: "added", part: null });
  for (const name of ["1.png", "2.png", "3.png"]) expect(await add(name)).toMatchObject({ kind: "added" });
  expect(await add("4.png")).toMatchObject({
    message: "4.png was not added: the images of one request may have 13 MB together.",
  });
  session.window = { context: 32_000, output: null, from: "config", images: false };
  dropFiles(session, "*.png");
  expect(await add("1.png")).toMatchObject({
    message: "1.png was not added: it is an image, and this model does not accept images.",
  });
  session.window = { context: 4_000, output: null, from: "config" };
  expect(await add("1.png")).toMatchObject({ message: expect.stringContaining("there is room for 1,000") });
});

test("a session keeps the name of an image, not its bytes, and shows it as it is after resuming", async () => {
  const session = await newSession({ "a.png": PNG });
  await addFiles(session, "a.png");
  session.append({ role: "user", text: "What is it?" });
  const stored = storeSession(session, { root: "/", model: "m" });
  expect(stored).not.toContain(PNG.toString("base64").slice(0, 30));
  expect(stored.length).toBeLessThan(1_000);
  const next = new Session();
  await next.add(vfsSection({ files: createMemoryFiles({ files: { "a.png": KINDS["c.gif"]! } }), state: newState() }));
  expect(resumeSession(next, stored)).toEqual([]);
  expect((await listFiles(next)).files).toMatchObject([{ path: "a.png", part: "a GIF image, 13 B" }]);
});
