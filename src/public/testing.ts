// `galley/testing`: contract suites for backends and inboxes of your own, and scripted stand-ins.

export {
  DisplayBuffer,
  Faults,
  filesystemContract,
  inboxContract,
  scriptedAsk,
  scriptedModel,
  startModelServer,
} from "../testing/index.ts";
export type { Harness, InboxClient, InboxSubject, Line, ScriptedModel, Subject } from "../testing/index.ts";
