// Gives the confirmation of an answer the change that it led to, so that it can be undone there.

import { useEffect } from "preact/hooks";
import { useResource } from "../store/resource.ts";
import { useStore } from "../store/store.ts";
import { useApp, useData } from "./context.ts";

export function useReceipts(): void {
  const { resources, confirmations } = useApp();
  const { value } = useResource(
    resources.log,
    useData(({ changed }) => changed.log),
  );
  const awaited = useStore(confirmations, (shown) => shown?.awaited ?? null);
  useEffect(() => {
    if (value !== null && awaited !== null) confirmations.attach(value);
  }, [value, awaited]);
}
