// What a model's template writes before its calls, also in the middle of a line.

export const RAW_CALL_TOKENS = ["<|tool_call", "<\uFF5Ctool", "[TOOL_CALLS]", " to=functions."] as const;
