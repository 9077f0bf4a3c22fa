// Here-documents of a shell: which file they write, what a shell would do besides, and what is not whole.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Answer } from "../answer.ts";
import { describeBlocks } from "../describe-blocks.ts";
import { parseAnswer, scan } from "../parse.ts";
import { FORMAT_NAMES } from "../table.ts";

const lines = (...all: readonly string[]): string => `${all.join("\n")}\n`;
const sh = (...all: readonly string[]): string => lines("Run this:", "", "```bash", ...all, "```");

describe("which file, and how certain", () => {
  test.each<[string, string, readonly string[]]>([
    ["cat > path <<'EOF'", sh("cat > src/a.ts <<'EOF'", "one", "", "EOF"), ["src/a.ts: = one//"]],
    ["cat <<'EOF' > path", sh("cat << 'EOF' > src/a.ts", "one", "EOF"), ["src/a.ts: = one/"]],
    ["no space, double quotes", sh('cat <<"END">a.ts', "EOF", "END"), ["a.ts: = EOF/"]],
    ["a quoted path", sh("cat > 'my file.ts' <<\\EOF", "$x", "EOF"), ["my file.ts: = $x/"]],
    ["tee", sh("tee a.ts > /dev/null <<'EOF'", "one", "EOF"), ["a.ts: = one/"]],
    ["an unquoted delimiter, nothing to expand", sh("cat > a.ts <<EOF", "one", "EOF"), ["a.ts: = one/"]],
    ["append", sh("cat >> a.ts <<'EOF'", "one", "EOF"), ["a.ts: [ → one/]$ | + one/"]],
    ["tee -a", sh("tee -a a.ts <<'EOF'", "one", "EOF"), ["a.ts: [ → one/]$ | + one/"]],
    ["tabs", sh("cat > a.ts <<-'EOF'", "\tone", "\t\ttwo", "\tEOF"), ["a.ts: = one/two/"]],
    ["an empty file", sh("cat > a.ts <<'EOF'", "EOF"), ["a.ts: = "]],
    [
      "several, with folders",
      sh(
        "mkdir -p src",
        "cat > src/a.ts <<'EOF'",
        "1",
        "EOF",
        "",
        "# next",
        "mkdir -p b && cat > b/b.ts <<'EOF'",
        "2",
        "EOF",
      ),
      ["src/a.ts: = 1/", "b/b.ts: = 2/"],
    ],
    ["a prompt", sh("$ cat > a.ts <<'EOF'", "one", "EOF"), ["a.ts: = one/"]],
    ["no language", lines("```", "cat > a.ts <<'EOF'", "one", "EOF", "```"), ["a.ts: = one/"]],
    ["under the file's name", lines("a.ts", "```", "cat > a.ts <<'EOF'", "one", "EOF", "```"), ["a.ts: = one/"]],
    [
      "a script of its own",
      lines("setup.sh", "```sh", "cat > a.ts <<'EOF'", "one", "EOF", "```"),
      ["setup.sh: = cat > a.ts <<'EOF'/one/EOF/"],
    ],
    [
      "edits inside are content",
      sh("cat > a.md <<'EOF'", "b.ts", "<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE", "EOF"),
      ["a.md: = b.ts/<<<<<<< SEARCH/x/=======/y/>>>>>>> REPLACE/"],
    ],
    ["not in a fence", lines("cat > a.ts <<'EOF'", "one", "EOF"), ["a.ts: ? = one/"]],
    ["other commands around", sh("npm i", "cat > a.ts <<'EOF'", "one", "EOF"), ["a.ts: ? = one/"]],
    ["other commands after", sh("cat > a.ts <<'EOF'", "one", "EOF", "node a.ts"), ["a.ts: ? = one/"]],
    ["after cd", sh("cd sub", "cat > a.ts <<'EOF'", "one", "EOF"), ["a.ts: ? = one/"]],
    ["cd on its line", sh("cd sub && cat > a.ts <<'EOF'", "one", "EOF"), ["a.ts: ? = one/"]],
    ["cd in brackets", sh("(cd sub; cat > a.ts <<'EOF'", "one", "EOF", ")"), ["a.ts: ? = one/"]],
    ["on a condition", sh("[ -f a.ts ] || cat > a.ts <<'EOF'", "one", "EOF"), ["a.ts: ? = one/"]],
    ["after another command", sh("npm init -y && cat > a.ts <<'EOF'", "one", "EOF"), ["a.ts: ? = one/"]],
    ["echo after another command", sh("touch a && echo one > a.ts"), ["a.ts: ? = one/"]],
    ["on another machine", sh("ssh host 'cat > a.ts' <<'EOF'", "one", "EOF"), []],
    ["with a command behind", sh("cat > a.ts <<'EOF' && node a.ts", "one", "EOF"), ["a.ts: ? = one/"]],
    ["what a shell would expand", sh("cat > a.ts <<EOF", "`${x}`", "EOF"), ["a.ts: ? = `${x}`/"]],
    ["what a shell would unescape", sh("cat > a.ts <<EOF", "\\${x} \\\\", "EOF"), ["a.ts: ? = ${x} \\/"]],
    ["both", sh("cat > a.ts <<EOF", "\\${x} $y", "EOF"), ["! a.ts unsure"]],
    ["a path that a shell would expand", sh("cat > \"$DIR/a.ts\" <<'EOF'", "one", "EOF"), ["! $DIR/a.ts unsure"]],
    ["a fence in the document", sh("cat > a.md <<'EOF'", "```", "x", "```", "EOF"), ["a.md: ? = ```/x/```/"]],
    ["no end", sh("cat > a.ts <<'EOF'", "one"), ["! a.ts incomplete"]],
    [
      "no end before the next",
      sh("cat > a.ts <<'EOF'", "one") + sh("cat > b.ts <<'EOF'", "two", "EOF"),
      ["! a.ts incomplete", "b.ts: = two/"],
    ],
    ["cut off", lines("```sh", "cat > a.ts <<'EOF'", "one"), ["! a.ts incomplete"]],
    [
      "a patch in a document",
      sh("git apply <<'EOF'", "--- a/a.ts", "+++ b/a.ts", "@@ -1 +1 @@", "-one", "+1", "EOF"),
      ["a.ts: @1[one/ → 1/]"],
    ],
    [
      "other commands",
      sh(
        "python3 - <<'EOF'",
        "print(1)",
        "EOF",
        "cat a.ts",
        "cat <<EOF",
        "x",
        "EOF",
        "sudo tee /etc/x <<EOF",
        "x",
        "EOF",
      ),
      [],
    ],
    ["the user's own files", sh("cat >> ~/.bashrc <<'EOF'", "x", "EOF"), []],
    ["sudo tee", sh("sudo tee a.ts <<'EOF' >/dev/null", "one", "EOF"), ["a.ts: = one/"]],
    ["cat | tee", sh("cat <<'EOF' | tee a.ts", "one", "EOF"), ["a.ts: = one/"]],
    [
      "cat | sudo tee -a",
      sh("cat <<'EOF' | sudo tee -a a.ts > /dev/null", "one", "EOF"),
      ["a.ts: [ → one/]$ | + one/"],
    ],
    ["a continued line", sh("cat > \\", "  src/a.ts <<'EOF'", "one", "EOF"), ["src/a.ts: = one/"]],
    ["echo", sh('echo "one two" > a.txt'), ["a.txt: ? = one two/"]],
    ["echo, appended", sh("echo 'A=1' >> .env"), [".env: ? [ → A=1/]$ | + A=1/"]],
    ["echo on several lines", sh("echo 'one", "two' > a.txt"), ["a.txt: ? = one/two/"]],
    ["echo -n and -e", sh("echo -n one > a", 'echo -e "1\\n2" > b'), ["a: ? = one", "b: ? = 1/2/"]],
    ["echo of what a shell would expand", sh('echo "$x" > a.txt'), ["! a.txt unsure"]],
    ["printf", sh("printf 'one\\ntwo\\n' > a.txt"), ["a.txt: ? = one/two/"]],
    ["printf of words", sh("printf '%s\\n' one 'two' >> a.txt"), ["a.txt: ? [ → one/two/]$ | + one/two/"]],
    ["printf of values", sh('printf "%d" 3 > a.txt'), ["! a.txt unsure"]],
    ["output of other programs", sh("npm test > log.txt", "echo done", "ls 2> errors.txt"), []],
    ["echo in a sentence", lines("echo this > that", "printf is older"), []],
    ["another language", lines("```python", "cat > a.ts <<'EOF'", "one", "EOF", "```"), []],
  ])("%s", (name, answer, expected) =>
    // Chosen, so that only the doubts of the text itself count (borrowed.ts); these rows have edits in other formats.
    expect(
      describeBlocks(answer, ["a script of its own", "a patch in a document"].includes(name) ? "auto" : "heredoc"),
    ).toEqual(expected),
  );

  test.each<[string, string, string]>([
    ["a folder that is there", sh("cd sub", "cat > a.ts <<'EOF'", "one", "EOF"), "sub/a.ts"],
    ["on its line", sh("cd ./sub/ && cat > ./a.ts <<'EOF'", "one", "EOF"), "sub/a.ts"],
    ["another folder", sh("cd my-project", "cat > a.ts <<'EOF'", "one", "EOF"), "a.ts"],
    ["two folders", sh("cd sub", "cd ..", "cat > a.ts <<'EOF'", "one", "EOF"), "a.ts"],
  ])("the folder that a command goes to: %s", (_, answer, path) =>
    expect(parseAnswer(answer, "auto", { known: (each) => each === "sub" }).blocks).toMatchObject([
      { path, likely: { why: expect.stringContaining('A "cd" comes before it') as string } },
    ]),
  );

  const ps = (...all: readonly string[]): string => lines("```powershell", ...all, "```");
  test.each<[string, string, readonly string[]]>([
    ["a here-string", ps("@'", "one $x", "'@ | Set-Content -Path src\\a.txt"), ["src/a.txt: ? = one $x/"]],
    [
      "Out-File -Append",
      ps("@'", "one", "'@ | Out-File -Append a.txt -Encoding utf8"),
      ["a.txt: ? [ → one/]$ | + one/"],
    ],
    ["the command first", ps("Set-Content a.txt @'", "one", "'@"), ["a.txt: ? = one/"]],
    ["by a variable", ps("$text = @'", "one", "'@", "", "$text | Out-File -FilePath 'a b.txt'"), ["a b.txt: ? = one/"]],
    ["what would be expanded", ps('@"', "one $x", '"@ | Set-Content a.txt'), ["! a.txt unsure"]],
    ["one line", ps("Add-Content -Path a.txt -Value 'it''s'"), ["a.txt: ? [ → it's/]$ | + it's/"]],
    ["a string first", ps('"one" | Out-File a.txt'), ["a.txt: ? = one/"]],
    ["what is not in the answer", ps("Get-Date | Out-File a.txt"), ["! a.txt unsure"]],
    ["no end", ps("Set-Content a.txt @'", "one"), ["! a.txt incomplete"]],
    ["other commands", ps("Get-Content a.txt", "$x = @'", "one", "'@", "Write-Host $x"), []],
  ])("PowerShell: %s", (_, answer, expected) => expect(describeBlocks(answer, "auto")).toEqual(expected));

  test.each(["~/.bashrc", "$HOME/.zshrc", "/etc/hosts"])("%s is named, and is no edit", (path) => {
    const answer =
      sh(`sudo tee -a ${path} <<'EOF'`, "a.ts", "<<<<<<< SEARCH", "EOF") + lines("b.ts", "```ts", "2", "```");
    const { blocks, reason } = parseAnswer(answer, "auto");
    expect(blocks.map((block) => block.path)).toEqual(["b.ts"]);
    expect(reason).toBe(
      `Line 4 of the answer writes ${path}, which is not in the project. It was not read as an edit.`,
    );
    expect(parseAnswer(sh(`cat > ${path} <<'EOF'`, "x", "EOF"), "auto").reason).toContain(`writes ${path}`);
  });

  test("a doubt is said to the person, and to the model", () => {
    const [block] = parseAnswer(sh("cat > a.ts <<EOF", "$x", "EOF", "ls"), "auto").blocks;
    expect(block).toMatchObject({
      likely: {
        line: 4,
        reading: expect.stringContaining('"EOF" is not quoted, so a shell would act on') as string,
        why: expect.stringContaining("Other commands are around it, and they are not run.") as string,
      },
    });
  });
});

const content = fc.array(fc.constantFrom("one", "", " two", "```", "EO", "\tx", "cat > b <<'X'", "*** End Patch"), {
  maxLength: 5,
});

describe("laws", () => {
  test("a document is read as it is written", () =>
    fc.assert(
      fc.property(content, (body) => {
        const answer = lines("````sh", "cat > src/a.ts <<'EOF'", ...body, "EOF", "````");
        expect(parseAnswer(answer, "heredoc").blocks).toMatchObject([
          {
            kind: "edit",
            path: "src/a.ts",
            change: { kind: "overwrite", content: body.map((line) => `${line}\n`).join("") },
          },
        ]);
      }),
    ));

  test("cut anywhere, nothing is certain but what was whole", () =>
    fc.assert(
      fc.property(fc.array(content, { minLength: 1, maxLength: 3 }), fc.nat(), (bodies, at) => {
        const answer = bodies.map((body, index) => sh(`cat > ${index}.ts <<'EOF'`, ...body, "EOF")).join("\n");
        const whole = new Set(describeBlocks(answer, "heredoc").map((each) => each.replace("? ", "")));
        for (const each of describeBlocks(answer.slice(0, at % answer.length), "heredoc"))
          expect(each.startsWith("!") || each.includes(": ?") || whole.has(each)).toBe(true);
      }),
      { numRuns: 300 },
    ));

  test.each<[string, (count: number) => string]>([
    ["starts", (count) => "cat > a <<'EOF'\n".repeat(count)],
    ["starts in fences", (count) => "```sh\ncat > a <<'EOF'\n```\n".repeat(count)],
    ["whole ones in a fence", (count) => `\`\`\`sh\n${"cat > a <<'EOF'\nEOF\n".repeat(count)}`],
    ["echoes that never end", (count) => `\`\`\`sh\n${"echo 'x\nls\n".repeat(count)}`],
    ["here-strings", (count) => `\`\`\`ps1\n${"Set-Content a @'\n".repeat(count)}`],
    ["other commands", (count) => `\`\`\`sh\n${"ls\ncat > a <<'EOF'\nEOF\npatch <<X\n".repeat(count)}`],
  ])("hostile answers: %s", (_, textOf) => {
    const steps = (count: number): number => {
      const answer = new Answer(textOf(count));
      scan(answer, new Set(FORMAT_NAMES), null);
      return answer.reads / answer.length;
    };
    const [small, large] = [steps(500), steps(4000)];
    expect(large).toBeLessThan(small * 1.25 + 1);
    expect(large).toBeLessThan(60);
  });
});
