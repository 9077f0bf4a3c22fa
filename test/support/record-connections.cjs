// Preloaded into every Node process of a test: appends each attempt to reach another host to a file, then lets it go on.

const { appendFileSync } = require("node:fs");
const file = process.env.GALLEY_TEST_CONNECTIONS;

function record(owner, name, describe) {
  const original = owner[name];
  owner[name] = function (...args) {
    appendFileSync(file, `${describe(args)}\n`);
    return original.apply(this, args);
  };
}

const { Socket } = require("node:net");
record(Socket.prototype, "connect", ([first]) => {
  const options = Array.isArray(first) ? first[0] : first; // Node normalises its arguments into an array.
  if (typeof options !== "object" || options === null) return `connect ${String(options)}`;
  return options.path ? `socket ${options.path}` : `connect ${options.host ?? "localhost"}:${options.port}`;
});
const dns = require("node:dns");
for (const name of ["lookup", "resolve", "resolve4", "resolve6"]) record(dns, name, ([host]) => `dns ${host}`);
for (const name of ["lookup", "resolve", "resolve4", "resolve6"]) record(dns.promises, name, ([host]) => `dns ${host}`);
const { Socket: Datagram } = require("node:dgram");
for (const name of ["send", "connect"]) record(Datagram.prototype, name, () => `datagram ${name}`);
