// Above the lines of a page: who is asking, what to beware of, why the question comes again, what the model said.

import type { VNode } from "preact";
import { counted } from "../../../../base/index.ts";
import { countNotShown, type NotShown, type Risk } from "../../../../approval/index.ts";
import type { LeftText, Page, PageComment } from "../../../../review/index.ts";
import { Path, Revealed } from "../../text.tsx";
import { CopyButton } from "../../layout/copy-button.tsx";
import { placesOf, type Here } from "../../asker-places.ts";
import { programOf } from "../../program-name.ts";
import { ageOf } from "../../../../base/index.ts";
import { overwriteOf } from "../asking/headline.ts";
import { previousOf } from "../state/previous.ts";
import type { Question } from "../state/types.ts";
import { linesOf } from "./comments.tsx";
import { Difference } from "./difference.tsx";

type LeadProps = {
  readonly question: Question;
  readonly here: Here | null;
  readonly page: Page | null;
  readonly notice: string | null;
  /** What was typed for the question before this one, and has no place in it. */
  readonly left: readonly LeftText[];
  readonly isOnDisk: boolean;
  readonly now: number;
  /** It has an answer, or needs none any more. */
  readonly isOver: boolean;
  readonly onLine: (line: number) => void;
  /** All of the model's words, or their beginning. */
  readonly onExplain: () => void;
  /** Comments whose lines are not shown. */
  readonly elsewhere?: readonly PageComment[];
};

export function Lead({
  question,
  here,
  page,
  notice,
  left,
  isOnDisk,
  now,
  isOver,
  onLine,
  onExplain,
  elsewhere = [],
}: LeadProps): VNode {
  const overwrite = page === null || isOnDisk ? null : overwriteOf(page);
  const targets = page === null ? [] : targetsOf(page);
  const risks = page === null ? question.risks : risksOf(page);
  const previous = page?.kind === "change" ? previousOf(question, page.payload) : null;
  return (
    <>
      <Asking question={question} here={here} now={now} isOver={isOver} />
      {notice !== null && (
        <p class="notice" role="status">
          <Revealed text={notice} keepMarks reading="prose" />
        </p>
      )}
      {left
        .filter(({ path }) => page === null || (page.kind === "change" && page.payload.path === path))
        .map((one) => (
          <TypedBefore key={`${one.kind} ${one.path} ${one.text}`} left={one} />
        ))}
      {question.not_shown !== undefined && <Missing notShown={question.not_shown} />}
      {previous !== null && page?.kind === "change" && page.payload.suggested_content !== null && (
        <Difference path={page.payload.path} before={previous} after={page.payload.suggested_content} />
      )}
      {targets.map(({ path, target }) => (
        <p class="notice warn" key={path}>
          <span>
            <Path path={path} /> is a link. What would be written is <Path path={target} />.
          </span>
        </p>
      ))}
      {overwrite !== null && (
        <p class="notice warn">
          This will overwrite existing file (was {counted(overwrite.was, "line")}, now {counted(overwrite.now, "line")})
        </p>
      )}
      {risks.length > 0 && <Risks risks={risks} onLine={onLine} />}
      {page?.kind === "change" && page.payload.explanation !== undefined && (
        <Explanation text={page.payload.explanation} isWhole={page.isExplained} onSwitch={onExplain} />
      )}
      {page?.kind === "change" &&
        page.notes.map((note) => (
          <p class="notice" key={note}>
            <Revealed text={note} reading="prose" />
          </p>
        ))}
      {elsewhere.map((comment) => (
        <p class="notice" key={`${comment.side} ${comment.from}`}>
          <span>
            Your comment on {linesOf(comment)}: <Revealed text={comment.text} lines reading="prose" />
          </span>
        </p>
      ))}
    </>
  );
}

/** Its lines are gone, so it is shown to be copied: what was typed is not lost. */
function TypedBefore({ left: { kind, path, text } }: { readonly left: LeftText }): VNode {
  const what = kind === "comment" ? "Your comment" : "Your version";
  return (
    <details class="notice warn typed-before" open={kind === "comment"}>
      <summary>
        {what} on <Path path={path} /> has no place here: its lines changed.
      </summary>
      <p class={kind === "version" ? "code" : ""}>
        <Revealed text={text} lines reading="prose" />
      </p>
      <CopyButton text={text} label="Copy" />
    </details>
  );
}

/** What is on disk and no part of this review: said before anything is answered. */
function Missing({ notShown }: { readonly notShown: NotShown }): VNode {
  const { files, more } = notShown;
  return (
    <div class="notice warn missing">
      <details open={files.length + more <= MOST_OPEN}>
        <summary>
          {counted(countNotShown(notShown), "more change is", "more changes are")} not part of this review
        </summary>
        <ul>
          {files.map(({ path, why }) => (
            <li key={path}>
              <Path path={path} />{" "}
              <span class="dim">
                <Revealed text={why} reading="prose" />
              </span>
            </li>
          ))}
          {more > 0 && <li class="dim">and {counted(more, "more file")}</li>}
        </ul>
      </details>
    </div>
  );
}

const MOST_OPEN = 6;

type ExplanationProps = { readonly text: string; readonly isWhole: boolean; readonly onSwitch: () => void };

/** The model's own words, apart from ours: they are not part of what is approved. */
function Explanation({ text, isWhole, onSwitch }: ExplanationProps): VNode {
  const isLong = text.length > LONG || text.split("\n").length > MOST_LINES;
  return (
    <figure class="explanation">
      <figcaption class="dim small">The model says</figcaption>
      <blockquote class={isLong && !isWhole ? "clamped" : ""}>
        <Revealed text={text} lines reading="prose" />
      </blockquote>
      {isLong && (
        <button type="button" class="link small" aria-expanded={isWhole} onClick={onSwitch}>
          {isWhole ? "Less" : "All of it"}
        </button>
      )}
    </figure>
  );
}

const LONG = 300;
const MOST_LINES = 3;

function Asking({ question, here, now, isOver }: Pick<LeadProps, "question" | "here" | "now" | "isOver">): VNode {
  const { asker, asked_at, deadline } = question;
  return (
    <p class="asking dim small">
      <strong>
        <Revealed text={programOf(asker)} />
      </strong>
      <span> asks, {ageOf(asked_at, now)}</span>
      {placesOf(asker, here).map((place) => (
        <span key={place}>
          {" "}
          · <Revealed text={place} reading="exact" />
        </span>
      ))}
      {deadline !== null && !isOver && <span> · answer until {new Date(deadline).toLocaleTimeString()}</span>}
    </p>
  );
}

/** Each with the line it is about; a click goes there. */
function Risks({ risks, onLine }: { readonly risks: readonly Risk[]; readonly onLine: (line: number) => void }): VNode {
  return (
    <ul class="risks" aria-label="Warnings">
      {risks.map(({ kind, message, line }) => (
        <li
          key={`${kind} ${line} ${message}`}
          class={`risk ${kind === "protected" || kind === "likely" ? "strong" : ""}`}
        >
          <span class="chip warn">
            <span aria-hidden="true">⚠</span> <Revealed text={NAMES[kind] ?? kind.replaceAll("-", " ")} />
          </span>
          <span class="risk-text">
            <Revealed text={message} keepMarks reading="prose" />
          </span>
          {line !== null && (
            <button type="button" class="link small" onClick={() => onLine(line)}>
              line {line}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  likely: "likely edit",
  "hidden-characters": "hidden characters",
};

function risksOf(page: Page): readonly Risk[] {
  if (page.kind === "open") return [];
  return page.kind === "change" ? page.shown.risks : page.payload.risks;
}

/** A path that leads elsewhere, and where. */
function targetsOf(page: Page): readonly { readonly path: string; readonly target: string }[] {
  const found: { path: string; target: string }[] = [];
  const add = (path: string, target: string | undefined): void => {
    if (target !== undefined && target !== path) found.push({ path, target });
  };
  if (page.kind === "open") add(page.edit.path, page.edit.target);
  else {
    add(page.payload.path, page.payload.target);
    if (page.payload.type === "move") add(page.payload.to, page.payload.to_target);
  }
  return found;
}
