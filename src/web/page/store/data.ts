// What the page knows of the server: the state it fetched, and every event since, in one value. Pure: an event that comes
// twice, or a piece of the stream that is replayed after a lost connection, changes nothing.

import type { Conversation } from "../conversation/item-types.ts";
import { openConversation, reduceConversation } from "../conversation/items.ts";
import type { ListedQuestion, WebEvent, WebLine, WebOutcome, WebState, WebTask } from "../../protocol.ts";

/** A question that is no longer open, and why. */
export type Settled = { readonly question: ListedQuestion; readonly outcome: WebOutcome };

export type Data = Omit<WebState, "conversation"> & {
  readonly conversation: Conversation;
  /** Since the page was opened, oldest first. */
  readonly settled: readonly Settled[];
  /** The position of the last event of its kind; what was fetched before it is old. "" before the first. */
  readonly changed: { readonly files: string; readonly log: string; readonly rules: string };
  /** The server has another conversation, or events of this one are missing: it is fetched again. */
  readonly isConversationOld: boolean;
};

// More are not remembered: they are in the history.
const MAX_SETTLED = 200;

/** `before` is what the page knew of an earlier connection: what was settled there stays known. */
export function openData(state: WebState, before: Data | null = null): Data {
  return {
    ...state,
    conversation: openConversation(state.conversation),
    settled: before?.settled ?? [],
    // What happened meanwhile is not known, so everything that was fetched is old.
    changed: { files: state.cursor, log: state.cursor, rules: state.cursor },
    isConversationOld: false,
  };
}

/** Several lines at once: a stream of thousands is taken in pieces, one per frame. */
export function reduceLines(data: Data, lines: readonly WebLine[]): Data {
  let next = data;
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!; // Below the length.
    const run = line.event.type === "conversation" ? runOf(lines, at) : 1;
    next = run === 1 ? reduceEvent(next, line.event, line.cursor) : addTurnEvents(next, lines.slice(at, at + run));
    at += run;
  }
  const last = lines.at(-1);
  return last === undefined ? next : { ...next, cursor: last.cursor };
}

/** How many events of the conversation follow each other. */
function runOf(lines: readonly WebLine[], from: number): number {
  let to = from;
  while (lines[to]?.event.type === "conversation") to += 1;
  return to - from;
}

function reduceEvent(data: Data, event: WebEvent, cursor: string): Data {
  switch (event.type) {
    case "reset":
    case "ping":
      return data;
    case "question":
      return isKnown(data, event.question.id) ? data : { ...data, questions: insert(data.questions, event.question) };
    case "question-changed": {
      const { question } = event;
      return { ...data, questions: data.questions.map((one) => (one.id === question.id ? question : one)) };
    }
    case "answered": {
      const { question, decision, at, from, by } = event;
      return settle(data, question, { kind: "answered", decision, at, from, ...(by !== undefined && { by }) });
    }
    case "gone":
      return settle(data, event.question, { kind: "closed", because: event.because, at: event.at });
    case "task":
      return { ...data, tasks: withTask(data.tasks, event.task) };
    case "conversation":
      return addTurnEvents(data, [{ cursor, event }]);
    case "conversation-opened":
      return event.session_id === data.conversation.sessionId
        ? { ...data, conversation: { ...data.conversation, model: event.model } }
        : { ...data, isConversationOld: true };
    case "selection":
      return { ...data, selection: event.selection };
    case "files-changed":
      return { ...data, changed: { ...data.changed, files: cursor } };
    case "log-changed":
      return { ...data, changed: { ...data.changed, log: cursor } };
    case "rules-changed":
      return { ...data, changed: { ...data.changed, rules: cursor } };
    default:
      // A newer server may have events that this page does not know.
      event satisfies never;
      return data;
  }
}

function isKnown({ questions, settled }: Data, id: string): boolean {
  return questions.some((one) => one.id === id) || settled.some(({ question }) => question.id === id);
}

/** Oldest first; names decide between equal times, as everywhere else. */
function insert(questions: readonly ListedQuestion[], question: ListedQuestion): readonly ListedQuestion[] {
  const at = questions.findIndex((one) => comesBefore(question, one));
  return at < 0 ? [...questions, question] : questions.toSpliced(at, 0, question);
}

function comesBefore(a: ListedQuestion, b: ListedQuestion): boolean {
  return a.asked_at === b.asked_at ? a.id < b.id : a.asked_at < b.asked_at;
}

/** The server said what became of a question before its event came. */
export function settleNow(data: Data, id: string, outcome: WebOutcome): Data {
  const question = data.questions.find((one) => one.id === id);
  return question === undefined ? data : settle(data, question, outcome);
}

/** The first outcome stays: there is only one, and a replayed event is not another. */
function settle(data: Data, question: ListedQuestion, outcome: WebOutcome): Data {
  const questions = data.questions.filter(({ id }) => id !== question.id);
  if (data.settled.some((one) => one.question.id === question.id)) return { ...data, questions };
  return { ...data, questions, settled: [...data.settled, { question, outcome }].slice(-MAX_SETTLED) };
}

/** A task that has ended does not begin again. */
function withTask(tasks: readonly WebTask[], task: WebTask): readonly WebTask[] {
  const at = tasks.findIndex(({ id }) => id === task.id);
  if (at < 0) return [...tasks, task];
  return isRunning(tasks[at]!) || !isRunning(task) ? tasks.with(at, task) : tasks; // Found above.
}

export function isRunning({ state }: WebTask): boolean {
  return state.kind === "working" || state.kind === "asking";
}

function addTurnEvents(data: Data, lines: readonly WebLine[]): Data {
  const { conversation } = data;
  const mine = lines.flatMap(({ event }) =>
    event.type === "conversation" && event.session_id === conversation.sessionId ? event : [],
  );
  const reduced = reduceConversation(conversation, mine);
  return reduced.kind === "gap"
    ? { ...data, isConversationOld: true }
    : { ...data, conversation: reduced.conversation };
}
