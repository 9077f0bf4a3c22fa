// The effective configuration: every key, its value, and where it comes from. Nothing can be changed here.

import type { VNode } from "preact";
import { useApp, useData } from "../app/context.ts";
import { Fetching } from "../layout/fetching.tsx";
import { useResource } from "../store/resource.ts";
import { Revealed } from "../text.tsx";

export function ConfigScreen(): VNode {
  const { resources } = useApp();
  // It is read again with each connection, and whenever a file changed.
  const config = useResource(
    resources.config,
    useData(({ changed }) => changed.files),
  );
  const version = useData(({ version }) => version);
  const root = useData(({ root }) => root);
  return (
    <div class="screen">
      <h1>Configuration</h1>
      <p class="dim">
        Galley {version}, in <Revealed text={root} />
      </p>
      <div class="section-head" />
      <Fetching fetched={config} what="the configuration">
        {({ rows, warnings }) => (
          <>
            {warnings.map((warning) => (
              <p class="notice warn" key={warning}>
                <Revealed text={warning} />
              </p>
            ))}
            <div class="wide-content">
              <table class="config-table">
                <thead>
                  <tr>
                    <th scope="col">Key</th>
                    <th scope="col">Value</th>
                    <th scope="col">From</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ key, value, from }) => (
                    <tr key={key}>
                      <td class="code">{key}</td>
                      <td class="code">
                        <Revealed text={value} lines />
                      </td>
                      <td class="dim">
                        <Revealed text={from} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </Fetching>
    </div>
  );
}
