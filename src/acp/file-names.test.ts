import { expect, test } from "vitest";
import { spelledBelow } from "./file-names.ts";

test.each([
  ["the folder itself", "/p", "/p", "/p", "/p"],
  ["a file of it", "/p/a.ts", "/p", "/p", "/p/a.ts"],
  ["through a link", "/real/p/a.ts", "/real/p", "/link", "/link/a.ts"],
  ["a session in a folder below the root", "/p/sub/a.ts", "/p/sub", "/p/sub", "/p/sub/a.ts"],
  ["the same through a link", "/p/sub/a.ts", "/p/sub", "/link", "/link/a.ts"],
  ["a file of the root outside of the session's folder", "/p/a.ts", "/p/sub", "/link", "/p/a.ts"],
  ["a folder whose name begins alike", "/p/subway/a.ts", "/p/sub", "/link", "/p/subway/a.ts"],
  ["the root of the disk", "/a.ts", "/", "/", "/a.ts"],
])("%s", (_, file, realFolder, folder, spelled) => {
  expect(spelledBelow(file, { realFolder, folder })).toBe(spelled);
});
