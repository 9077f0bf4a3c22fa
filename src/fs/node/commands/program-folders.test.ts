import { expect, test } from "vitest";
import { builtInEntries } from "../../../approval/index.ts";
import { programFolders, SECRETS } from "./program-folders.ts";

const HOME = "/data/people/me";
const ROOT = "/data/projects/deep/project";
const FOLDERS = [
  "/",
  "/data",
  "/data/people",
  "/data/projects",
  "/data/projects/deep",
  "/data/projects/bin",
  "/data/projects/lib",
  "/data/projects/lib/me",
  "/data/lib",
  "/data/bin",
  ROOT,
  HOME,
  ...[
    "bin",
    "lib",
    ".ssh",
    ".ssh/bin",
    ".config",
    ".local",
    ".local/bin",
    ".local/lib",
    ".cargo/bin",
    ".nvm/v/bin",
  ].map((name) => `${HOME}/${name}`),
  `${HOME}/.nvm/v/lib`,
  `${HOME}/.aws/bin`,
  "/data/people/you",
  "/data/people/you/bin",
  "/data/people/you/lib",
];
const LINKS: Readonly<Record<string, string>> = { "/l/home": HOME, "/l/all": "/data/people", "/l/ssh": `${HOME}/.ssh` };
const FILES = [`${HOME}/.history`, "/data/people/you/.bashrc"];

const look = {
  exists: (path: string): boolean => [...FOLDERS, ...FILES, ...Object.keys(LINKS)].includes(path),
  isDirectory: (path: string): boolean => [...FOLDERS, ...Object.keys(LINKS)].includes(path),
  real: (path: string): string => LINKS[path] ?? path,
};

test.each<[string, readonly string[]]>([
  [`${HOME}/bin`, [`${HOME}/bin`]],
  [`${HOME}/.local/bin`, [`${HOME}/.local/bin`]],
  [`${HOME}/.cargo/bin`, [`${HOME}/.cargo/bin`]],
  [`${HOME}/.nvm/v/bin`, [`${HOME}/.nvm/v/bin`, `${HOME}/.nvm/v/lib`]],
  [`${HOME}/.nvm/v/bin/`, [`${HOME}/.nvm/v/bin`, `${HOME}/.nvm/v/lib`]],
  ["/data/projects/bin", ["/data/projects/bin", "/data/projects/lib"]],
  // The home, and everything that it is in.
  [HOME, []],
  [`${HOME}/`, []],
  [`${HOME}/bin/..`, []],
  ["/data/people", []],
  ["/data", []],
  ["/", []],
  // Looks like a home, and beside a folder of one are other things.
  ["/data/people/you", []],
  ["/data/people/you/bin", ["/data/people/you/bin"]],
  // What else is around the workspace.
  ["/data/projects", []],
  ["/data/projects/deep", []],
  [ROOT, []],
  // Keys and settings.
  [`${HOME}/.ssh`, []],
  [`${HOME}/.ssh/bin`, []],
  [`${HOME}/bin/../.ssh`, []],
  [`${HOME}/.aws/bin`, []],
  [`${HOME}/.config`, []],
  [`${HOME}/.local`, []],
  [`${HOME}/.history`, []],
  // Under another name.
  ["/l/home", []],
  ["/l/all", []],
  ["/l/ssh", []],
  ["relative", []],
  ["/not/there", []],
])("%s in PATH shows %j", (path, shown) => {
  expect(programFolders(path, { root: ROOT, homes: [HOME] }, look)).toEqual(shown);
});

test("the sibling lib is shown under the same conditions", () => {
  const about = { root: "/data/lib/project", homes: ["/data/projects/lib/me"] };
  expect(programFolders("/data/projects/bin:/data/bin", about, look)).toEqual(["/data/projects/bin", "/data/bin"]);
});

test("what is secret is what the table of protected paths says about access", () => {
  const names = builtInEntries()
    .filter(({ category }) => category === "access")
    .map(({ pattern }) => pattern.split("/")[0]);
  expect([...new Set(names)].filter((name) => !SECRETS.includes(name!))).toEqual([]);
});
