import { describe, expect, test } from "vitest";
import { makeResidentFiles, type ResidentFiles } from "./resident-files.ts";
import {
  residentArguments,
  runArguments,
  type ContainerLayout,
  type ContainerSettings,
  type Launch,
  type MachineFacts,
} from "./launch.ts";

const settings: ContainerSettings = {
  engine: null,
  outside: [],
  image: "img:1",
  workdir: "/workspace",
  holds: { kind: "image" },
  writable: true,
  memory: "512m",
  pids: 256,
  cpus: null,
  network: false,
  user: null,
  symlinks: "within",
  maxFileBytes: 1000,
};
const residentFiles: ResidentFiles = {
  mounts: [{ from: '/odd, "path"', to: "/.galley/node" }],
  nodes: [["/.galley/node"], ["node"]],
  resident: "/.galley/resident.cjs",
  ripgrep: null,
};
const machine: MachineFacts = {
  mapsUser: false,
  folderOwner: null,
  limits: { nofile: 20_000, nproc: null },
  selinux: false,
};
const launch = (change: Partial<ContainerSettings> = {}, facts: Partial<MachineFacts> = {}): Launch => ({
  settings: { ...settings, ...change },
  residentFiles,
  name: "galley-1",
  owner: '{"pid":1}',
  machine: { ...machine, ...facts },
});

describe("a container is started", () => {
  test("with everything off that was not asked for", () => {
    expect(runArguments(launch(), "shell")).toEqual([
      "run",
      "--interactive",
      "--rm",
      "--pull=never",
      "--log-driver=none",
      "--stop-signal=SIGKILL",
      "--read-only",
      "--cap-drop=ALL",
      "--security-opt=no-new-privileges",
      "--name=galley-1",
      '--label=galley.owner={"pid":1}',
      "--network=none",
      "--memory=512m",
      "--memory-swap=512m",
      "--pids-limit=256",
      "--ulimit=nofile=20000:20000",
      "--ulimit=nproc=16384:16384",
      "--tmpfs=/tmp:rw,nosuid,nodev,size=128m,mode=1777",
      '--mount=type=volume,"destination=/workspace"',
      '--mount=type=bind,"source=/odd, ""path""","destination=/.galley/node",readonly',
      "--workdir=/workspace",
      "--entrypoint=/bin/sh",
      "img:1",
      "-c",
      "command -v cat >/dev/null || exit 127; echo ready; cat >/dev/null; exit 0",
    ]);
  });

  const folder = { holds: { kind: "folder", folder: "/home/me", layout: { root: "writable", mounts: [] } } } as const;
  const mounts: ContainerLayout["mounts"] = [
    { kind: "writable", path: "a" },
    { kind: "read-only", path: "a/.envrc" },
    { kind: "read-only", path: ".git/commondir", from: "/tmp/x" },
    { kind: "mask-file", path: "secret" },
  ];
  test.each([
    ["a network is asked for", { network: true }, {}, { without: ["--network=none"] }],
    ["processors are counted", { cpus: 1.5 }, {}, { with: ["--cpus=1.5"] }],
    ["the image is only read", { writable: false }, {}, { without: ['--mount=type=volume,"destination=/workspace"'] }],
    [
      "a folder is mounted",
      folder,
      { folderOwner: "5:6" },
      { with: ['--mount=type=bind,"source=/home/me","destination=/workspace"', "--user=5:6", "--env=HOME=/tmp"] },
    ],
    [
      "a folder is only read",
      { ...folder, writable: false },
      { folderOwner: "5:6" },
      { with: ['--mount=type=bind,"source=/home/me","destination=/workspace",readonly'] },
    ],
    [
      "a folder holds what must stay or must not be seen",
      { holds: { ...folder.holds, layout: { root: "writable", mounts } } },
      { folderOwner: "5:6" },
      {
        with: [
          '--mount=type=bind,"source=/home/me","destination=/workspace"',
          '--mount=type=bind,"source=/home/me/a","destination=/workspace/a"',
          '--mount=type=bind,"source=/home/me/a/.envrc","destination=/workspace/a/.envrc",readonly',
          '--mount=type=bind,"source=/tmp/x","destination=/workspace/.git/commondir",readonly',
          '--mount=type=bind,"source=/dev/null","destination=/workspace/secret",readonly',
        ],
      },
    ],
    [
      "a command may only read the folder",
      { holds: { ...folder.holds, layout: { root: "read-only", mounts: [] } } },
      {},
      { with: ['--mount=type=bind,"source=/home/me","destination=/workspace",readonly'] },
    ],
    ["podman maps us", folder, { folderOwner: "5:6", mapsUser: true }, { with: ["--user=0:0"] }],
    [
      "a user is named",
      { ...folder, user: "7" },
      { folderOwner: "5:6" },
      { with: ["--user=7"], without: ["--user=5:6"] },
    ],
    ["SELinux guards files", {}, { selinux: true }, { with: ["--security-opt=label=disable"] }],
  ] as readonly [string, Partial<ContainerSettings>, Partial<MachineFacts>, { with?: string[]; without?: string[] }][])(
    "when %s",
    (_, change, facts, expected) => {
      const args = runArguments(launch(change, facts), "shell");
      for (const one of expected.with ?? []) expect(args).toContain(one);
      for (const one of expected.without ?? []) expect(args).not.toContain(one);
    },
  );

  test("by Node where there is no shell", () => {
    const args = runArguments(launch(), "node");
    expect(args.slice(args.indexOf("img:1") - 1, -1)).toEqual(["--entrypoint=/.galley/node", "img:1", "-e"]);
  });

  test("with one argument for the program in it, which is data", () => {
    const args = residentArguments({ settings: { ...settings, workdir: '/a "b" $(c)' }, residentFiles, name: "n" }, [
      "node",
    ]);
    expect(args.slice(0, -1)).toEqual([
      "exec",
      "--interactive",
      "--env",
      "NODE_OPTIONS=",
      "n",
      "node",
      residentFiles.resident,
    ]);
    expect(JSON.parse(args.at(-1)!)).toMatchObject({ root: '/a "b" $(c)', maxFileBytes: 1000 });
  });
});

describe("what is mounted", () => {
  test("on Linux: Node with all that it is linked to, the program, ripgrep", () => {
    const made = makeResidentFiles({ resident: "/r.js", ripgrep: "/rg", platform: "linux" });
    const places = made.mounts.map(({ to }) => to);
    expect(places).toEqual(expect.arrayContaining(["/.galley/resident.cjs", "/.galley/node", "/.galley/rg"]));
    expect(new Set(places).size).toBe(places.length);
    expect(made.nodes.at(-1)).toEqual(["node"]);
    expect(made.ripgrep).toBe("/.galley/rg");
  });

  test("elsewhere: the program alone, for the image's own Node", () => {
    expect(makeResidentFiles({ resident: "/r.js", ripgrep: "/rg", platform: "darwin" })).toEqual({
      mounts: [{ from: "/r.js", to: "/.galley/resident.cjs" }],
      nodes: [["node"]],
      resident: "/.galley/resident.cjs",
      ripgrep: null,
    });
  });
});
