// Gives the confirmation of an answer the change that it led to, so that it can be undone there.

import { useEffect, useRef } from "preact/hooks";
import { useResource } from "../store/resource.ts";
import { useApp, useData } from "./context.ts";

export function useReceipts(): void {
  const { resources, confirmations } = useApp();
  const { value } = useResource(
    resources.log,
    useData(({ changed }) => changed.log),
  );
  const newest = value?.[0];
  const known = useRef<string | null>(null);
  useEffect(() => {
    if (value === null) return;
    const isFirst = known.current === null;
    const isNew = newest !== undefined && newest.receipt_id !== known.current;
    known.current = newest?.receipt_id ?? "";
    if (!isFirst && isNew && newest.state === "done") confirmations.attach(newest.receipt_id);
  }, [value, newest]);
}
