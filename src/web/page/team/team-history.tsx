// Questions of a team that have ended, newest first, found by words.

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { TeamHistory } from "../../protocol.ts";
import { useApp, useLabels } from "../app/context.ts";
import { addressOf } from "../app/route.ts";
import { ageOf } from "../../../base/index.ts";
import { useNow } from "../layout/use-now.ts";
import { messageOf } from "../store/api.ts";
import { Revealed } from "../text.tsx";
import { endInWords } from "./end-in-words.ts";

export function TeamHistoryScreen(): VNode {
  const { api, go } = useApp();
  const now = useNow();
  const labels = useLabels();
  const [typed, setTyped] = useState("");
  const [text, setText] = useState("");
  const [rows, setRows] = useState<TeamHistory["rows"] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const fetchPage = async (after: string | null, signal?: AbortSignal): Promise<void> => {
    const query = new URLSearchParams({ ...(text !== "" && { text }), ...(after !== null && { after }) });
    try {
      const page = await api.get<TeamHistory>(`/api/history?${query}`, signal ? { signal } : {});
      setRows((before) => (after === null || before === null ? page.rows : [...before, ...page.rows]));
      setNext(page.next);
      setProblem(null);
    } catch (error) {
      if (signal?.aborted !== true) setProblem(messageOf(error));
    }
  };
  useEffect(() => {
    const abort = new AbortController();
    void fetchPage(null, abort.signal);
    return () => abort.abort();
  }, [text]);
  return (
    <div class="screen">
      <h1>History</h1>
      <form
        class="row team-search"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setText(typed.trim());
        }}
      >
        <input
          type="search"
          aria-label="Words in a description or a path"
          placeholder="Words in a description or a path"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit">Search</button>
      </form>
      {problem !== null && (
        <p role="alert">
          <Revealed text={problem} />
        </p>
      )}
      {rows?.length === 0 && <p class="dim">Nothing was found.</p>}
      <ul class="listing" data-testid="history">
        {rows?.map(({ id, description, repository = "", machine, outcome }) => (
          <li key={id} class="settled-row">
            <a
              href={addressOf({ kind: "question", id })}
              onClick={(event) => {
                event.preventDefault();
                go({ kind: "question", id });
              }}
            >
              <Revealed text={description} />
            </a>
            <span class="dim small">
              <Revealed text={`${endInWords(outcome, labels)} · ${repository} · ${machine?.name ?? ""}`} /> ·{" "}
              <time dateTime={outcome.at}>{ageOf(outcome.at, now)}</time>
            </span>
          </li>
        ))}
      </ul>
      {next !== null && (
        <p>
          <button type="button" onClick={() => void fetchPage(next)}>
            Show more
          </button>
        </p>
      )}
    </div>
  );
}
