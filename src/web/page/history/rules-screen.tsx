// Rules that were kept by "always", each in full words, and the way to revoke it.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { WebRule } from "../../protocol.ts";
import { useApp, useData, useOnline } from "../app/context.ts";
import { Fetching } from "../layout/fetching.tsx";
import { messageOf } from "../store/api.ts";
import { useResource } from "../store/resource.ts";
import { Revealed } from "../text.tsx";

export function RulesScreen(): VNode {
  const { resources } = useApp();
  const rules = useResource(
    resources.rules,
    useData(({ changed }) => changed.rules),
  );
  return (
    <div class="screen">
      <h1>Rules</h1>
      <p class="dim">What you allowed with “always”. Each only allows; revoke one and you are asked again.</p>
      <div class="section-head" />
      <Fetching fetched={rules} what="the rules">
        {(all) =>
          all.length === 0 ? (
            <p class="dim">There are none: every change is asked about, unless the config says otherwise.</p>
          ) : (
            <ul class="listing">
              {all.map((rule) => (
                <Rule key={rule.id} rule={rule} />
              ))}
            </ul>
          )
        }
      </Fetching>
    </div>
  );
}

function Rule({ rule }: { readonly rule: WebRule }): VNode {
  const { api, confirmations } = useApp();
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const revoke = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.post("/api/rules/revoke", { id: rule.id });
      confirmations.show("The rule is revoked. You are asked again.");
    } catch (error) {
      confirmations.show(messageOf(error), { tone: "bad" });
    }
    setBusy(false);
  };
  return (
    <li class="rule">
      <div class="grow">
        <p>
          <Revealed text={rule.description} />
        </p>
        <p class="dim small">
          {rule.created_at !== null && `since ${new Date(rule.created_at).toLocaleDateString()}`}
          {rule.inactive !== null && (
            <>
              {rule.created_at !== null && " · "}not in effect: <Revealed text={rule.inactive} />
            </>
          )}
        </p>
      </div>
      <button
        type="button"
        aria-label={`Revoke: ${rule.description}`}
        disabled={isBusy || !isOnline}
        onClick={() => void revoke()}
      >
        Revoke
      </button>
    </li>
  );
}
