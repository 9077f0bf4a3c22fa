import { describe, expect, test } from "vitest";
import { inboxClients } from "../../test/support/inbox-clients.ts";
import { inboxContract } from "../testing/index.ts";

const harness = { describe, test, expect };

inboxContract("the store on files", async () => inboxClients(), harness);
inboxContract("the store on files, across pid namespaces", async () => inboxClients({ elsewhere: true }), harness);
