// A program for tests: opens a container, says its name once it runs, and stays until it is killed.

import { openContainer, type ContainerOptions } from "../../src/fs/node/index.ts";

process.on("SIGINT", () => process.stdout.write("interrupted\n"));
const container = openContainer(JSON.parse(process.argv[2]!) as ContainerOptions);
container.files.kindOf("a");
process.stdout.write(`${container.name}\n`);
setInterval(() => {}, 1000);
