import { expect, test } from "vitest";
import { mountsOf } from "./network-mounts.ts";

test("file systems of other machines and programs, under the names they are mounted as", () => {
  const table = [
    "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw",
    "40 22 0:35 / /home/me/work\\040files rw,relatime shared:2 master:3 - nfs4 server:/work rw,vers=4.2",
    "41 22 0:36 / /mnt/share rw - cifs //server/share rw",
    "42 22 0:37 / /run/user/1/gvfs rw - fuse.gvfsd-fuse gvfsd-fuse rw",
    "43 22 0:38 / /net rw - autofs /etc/auto.net rw",
    "44 22 0:39 / /proc rw - proc proc rw",
    "not a mount",
    "",
  ];
  expect(mountsOf(table.join("\n"))).toEqual(["/home/me/work files/", "/mnt/share/", "/run/user/1/gvfs/", "/net/"]);
});
