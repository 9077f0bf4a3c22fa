// An agent made with the real SDK, for the tests of `galley acp --wrap`: it does what its prompt says, a JSON list of steps,
// and answers with what came of each.

import { appendFileSync, closeSync, writeFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { agent, ndJsonStream } from "@agentclientprotocol/sdk";

const connection = agent({ name: "scripted" })
  .onRequest("initialize", ({ params }) => ({
    protocolVersion: 1,
    agentCapabilities: {},
    _meta: { seen: params.clientCapabilities },
  }))
  .onRequest("session/new", () => ({ sessionId: "s1" }))
  // A list opens no session, whatever its answer says.
  .onRequest("session/list", () => ({ sessions: [], sessionId: "s2" }))
  .onRequest("session/prompt", async ({ params: { sessionId, prompt }, client }) => {
    const said = [];
    for (const step of JSON.parse(prompt[0].text)) said.push(await carryOut(step, { sessionId, client }));
    await client.notify("session/update", {
      sessionId,
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: JSON.stringify(said) } },
    });
    return { stopReason: "end_turn" };
  })
  .onRequest(
    "test/echo",
    (params) => params,
    ({ params }) => params,
  )
  .onNotification("session/cancel", () => undefined)
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));

async function carryOut(step, { sessionId, client }) {
  try {
    switch (step.do) {
      case "write":
        return await client.request("fs/write_text_file", { sessionId, path: step.path, content: step.content });
      case "write-as":
        return await client.request("fs/write_text_file", { sessionId: step.session, path: step.path, content: "x" });
      case "update":
        await client.notify("session/update", { sessionId, update: step.update });
        return "sent";
      case "change":
        writeFileSync(step.path, step.content);
        return "changed";
      case "raw":
        process.stdout.write(`${step.line}\n`);
        return "sent";
      case "cancelled-write": {
        const stop = new AbortController();
        const writing = client.request(
          "fs/write_text_file",
          { sessionId, path: step.path, content: step.content },
          { cancellationSignal: stop.signal },
        );
        setTimeout(() => stop.abort(), 300);
        return await writing;
      }
      case "ask": {
        const { outcome } = await client.request("session/request_permission", {
          sessionId,
          toolCall: { toolCallId: step.call ?? "c1", title: "Edit", kind: "edit", ...step.toolCall },
          options: step.options ?? OPTIONS,
        });
        if (outcome.optionId === "yes" && step.thenWrites) writeFileSync(step.thenWrites.path, step.thenWrites.content);
        if (step.thenWrites)
          await client.notify("session/update", {
            sessionId,
            update: { sessionUpdate: "tool_call_update", toolCallId: step.call ?? "c1", status: "completed" },
          });
        return outcome;
      }
      case "terminal":
        return await client.request("terminal/create", {
          sessionId,
          command: step.command,
          args: step.args,
          ...step.more,
        });
      case "exit":
        process.exit(step.code);
        break;
      case "close":
        // Its output ends, and it does not.
        closeSync(1);
        setInterval(() => undefined, 1000);
        process.on("SIGTERM", () => undefined);
        return "closed";
      case "spam":
        for (let n = 0; n < step.times; n += 1)
          await client.notify("session/update", {
            sessionId,
            update: {
              sessionUpdate: "agent_thought_chunk",
              content: { type: "text", text: `${n} ${"x".repeat(step.size)}` },
            },
          });
        return "sent";
      default:
        throw new Error(`no step ${step.do}`);
    }
  } catch (error) {
    return { error: error.message, code: error.code };
  }
}

const OPTIONS = [
  { optionId: "always", name: "Always", kind: "allow_always" },
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];

if (process.env.AGENT_LOG) {
  appendFileSync(process.env.AGENT_LOG, `started ${process.pid}\n`);
  process.on("exit", () => appendFileSync(process.env.AGENT_LOG, "ended\n"));
}
await connection.closed;
