// Runs the built command line again and again in one process, so that a test does not pay for Node's start each time.
// Every command gets fresh modules, its own arguments, environment, folder and standard streams (files), and has ended
// when the event loop is empty, as a process would. Tests about processes, signals or terminals start their own.

"use strict";
const fs = require("node:fs");
const { Writable } = require("node:stream");
const vm = require("node:vm");

const [requests, answers, main] = process.argv.slice(2);
const outgoing = fs.openSync(answers, "w");
const incoming = fs.openSync(requests, "r"); // Second: the other side goes on now, and must find both open.
const distribution = require("node:path").dirname(main);
const ourOwn = new Set();
const { reallyExit } = process;

// Each bundle is compiled once and run for every command, which makes its modules anew.
const compiled = new Map();
const { Script } = vm;
vm.Script = function (source, options) {
  const known = compiled.get(options.filename) ?? new Script(source, options);
  compiled.set(options.filename, known);
  return known;
};

process.reallyExit = (code) => {
  answer(code, true);
  reallyExit.call(process, code);
};
process.on("beforeExit", () => {
  const code = process.exitCode ?? 0;
  process.emit("exit", code);
  forget();
  answer(code, false);
  next();
});
const sinceStart = performance.now.bind(performance);
for (const name of process.eventNames()) for (const listener of process.rawListeners(name)) ourOwn.add(listener);
next();

/** Waits for the next command; the end of the requests is the end of this process. */
function next() {
  const line = readLine();
  if (line === "") reallyExit.call(process, 0);
  const { args, cwd, env, streams } = JSON.parse(line);
  process.exitCode = undefined;
  process.argv = [process.execPath, main, ...args];
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  streams.forEach((path, descriptor) => reopen(descriptor, path, descriptor === 0 ? "r" : "w"));
  Object.defineProperty(process, "stdin", fresh(new fs.ReadStream(null, { fd: 0, autoClose: false })));
  Object.defineProperty(process, "stdout", fresh(writerTo(1)));
  Object.defineProperty(process, "stderr", fresh(writerTo(2)));
  // A hook's time counts from the start of its process, and this one may be as old as the test run.
  const began = sinceStart();
  performance.now = () => sinceStart() - began;
  process.uptime = () => (sinceStart() - began) / 1000;
  setImmediate(() => require(main));
}

function readLine() {
  const parts = [];
  const buffer = Buffer.alloc(65_536);
  for (;;) {
    const count = fs.readSync(incoming, buffer);
    if (count === 0) return "";
    parts.push(Buffer.from(buffer.subarray(0, count)));
    if (buffer[count - 1] === 10) return Buffer.concat(parts).toString();
  }
}

function answer(code, isLast) {
  fs.writeSync(outgoing, `${JSON.stringify({ code, isLast })}\n`);
}

/** What a command leaves behind in a process: listeners and modules. */
function forget() {
  for (const name of process.eventNames())
    for (const listener of process.rawListeners(name))
      if (!ourOwn.has(listener)) process.removeListener(name, listener);
  for (const file of Object.keys(require.cache)) if (file.startsWith(distribution)) delete require.cache[file];
}

/** The lowest free descriptor is the one that was just closed. */
function reopen(descriptor, path, flags) {
  fs.closeSync(descriptor);
  const opened = fs.openSync(path, flags);
  if (opened !== descriptor) throw new Error(`descriptor ${opened} instead of ${descriptor}`);
}

function fresh(value) {
  return { value, configurable: true, enumerable: true };
}

function writerTo(descriptor) {
  return new Writable({
    decodeStrings: true,
    write(chunk, _, done) {
      for (let at = 0; at < chunk.length;) at += fs.writeSync(descriptor, chunk, at);
      done();
    },
  });
}
