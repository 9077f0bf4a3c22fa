import { expect, test } from "vitest";
import type { Api } from "./api.ts";
import { Resource } from "./resource.ts";

function serverOf(): {
  api: Api;
  asked: string[];
  reply: (value: unknown) => Promise<void>;
  fail: () => Promise<void>;
} {
  const asked: string[] = [];
  const waiting: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];
  const unused = (): never => {
    throw new Error("not asked for");
  };
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
  return {
    asked,
    api: {
      get: (async (path: string) => {
        asked.push(path);
        return new Promise<unknown>((resolve, reject) => waiting.push({ resolve, reject }));
      }) as unknown as Api["get"], // The test knows what it replies.
      post: unused,
      open: unused,
    },
    reply: (value) => (waiting.shift()!.resolve(value), settled()),
    fail: () => (waiting.shift()!.reject(new Error("no")), settled()),
  };
}

test("is fetched once for each version, and once more when it became old meanwhile", async () => {
  const { api, asked, reply } = serverOf();
  const log = new Resource<string>(api, "/api/log");
  log.want("1");
  log.want("1");
  log.want("2");
  log.want("3");
  expect(asked.length).toBe(1);
  await reply("old");
  expect([asked.length, log.value.value]).toEqual([2, "old"]);
  await reply("new");
  expect([asked.length, log.value.value]).toEqual([2, "new"]);
  log.want("3");
  expect(asked.length).toBe(2);
});

test("what was known stays when it cannot be fetched, and it is tried again", async () => {
  const { api, reply, fail } = serverOf();
  const log = new Resource<string>(api, "/api/log");
  log.want("1");
  await reply("known");
  log.want("2");
  await fail();
  expect(log.value).toEqual({ value: "known", error: "no" });
  log.want("2");
  await reply("new");
  expect(log.value).toEqual({ value: "new", error: null });
});
