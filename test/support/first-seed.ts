// The first seed's own example, through whichever door a test calls it by: an import added to a file of fifty lines.

export const FIFTY = `import os\nimport sys\n\ndef helper():\n    pass\n${"x = 1\n".repeat(45)}`;

export const ARGUMENTS = {
  path: "workspace/src/utils.py",
  old_string: "import os\nimport sys",
  new_string: "import os\nimport sys\nimport json",
};

/** T1, T2: real counts of lines. T4: the line lands at line 3, `match_line` stays 1. */
export const PAYLOAD = {
  type: "edit",
  description: "Edit workspace/src/utils.py: add 1 line at line 3",
  ...ARGUMENTS,
  sandbox: "workspace",
  replace_all: false,
  unified_diff:
    "--- a/src/utils.py\n+++ b/src/utils.py\n@@ -1,5 +1,6 @@\n import os\n import sys\n+import json\n \n def helper():\n     pass\n",
  diff_lines: 9,
  match_line: 1,
  match_count: 1,
  context_before: "",
  context_after: "\ndef helper():\n    pass",
  file_lines: 50,
  file_bytes: FIFTY.length,
};
