/** Tests the types of programs with the TypeScript compiler. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ProgramKind, typesText } from "../../../src/engine/custom/contract.ts";
import { readProgram } from "../../../src/engine/custom/program-text.ts";
import { TEMPLATES } from "../../../src/engine/custom/templates.ts";

const WRONG: Readonly<Record<ProgramKind, string>> = {
  sender: '// @sender X\nfunction onAck(tcp) { tcp.acked = 1; tcp.cwindow = 2; tcp.cwnd = "3" }',
  queue: "// @queue X\nfunction enqueue(packet, queue) { packet.ect = true; wakeIn(); queue.drop() }",
};

/** Returns the program with types for its hooks, its parameters and its other names. */
function typed(code: string): string {
  const params = readProgram(code).program?.params.map(({ name }) => `const ${name} = 0;`) ?? [];
  const hooks = code.replace(/^function (\w+)\((?=tcp|packet|queue)/gm, (all, name) =>
    / (?:on[A-Z]\w*|enqueue|dequeue|explain)\(/.test(all) ? `/** @type {Hooks["${name}"]} */\n${all}` : all,
  );
  return `${params.join("")}\n${hooks}\nexport {};\n`;
}

const OPTIONS =
  "--ignoreConfig --noEmit --allowJs --checkJs --strict --noImplicitAny false --target esnext --module esnext";

function problemsIn(folder: string, files: readonly string[]): Promise<string[]> {
  const args = [join("node_modules", "typescript", "bin", "tsc"), ...OPTIONS.split(" "), "--types", ""];
  return new Promise((resolve) =>
    execFile(process.execPath, [...args, ...files.map((name) => join(folder, name))], (_, out) =>
      resolve(out.split("\n").filter((line) => line.includes("error"))),
    ),
  );
}

/** Programs in the documents. */
const EXAMPLES = readdirSync("docs/examples")
  .filter((name) => name.endsWith(".js"))
  .flatMap((name) => {
    const code = readFileSync(join("docs/examples", name), "utf8");
    const { program } = readProgram(code);
    return program === null ? [] : [{ id: name.replace(/\.js$/, "-example"), kind: program.kind, code }];
  });

test.each(["sender", "queue"] as const)(
  "the templates and examples of a %s conform to the types, and an incorrect program does not",
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), "own-types-"));
    try {
      writeFileSync(join(folder, "own.d.ts"), typesText(kind));
      const right = [...TEMPLATES, ...EXAMPLES].filter((one) => one.kind === kind);
      for (const { id, code } of right) writeFileSync(join(folder, `${id}.js`), typed(code));
      writeFileSync(join(folder, "wrong.js"), typed(WRONG[kind]));
      const problems = await problemsIn(folder, [
        "own.d.ts",
        "wrong.js",
        ...right.map(({ id }) => `${id}.js`),
      ]);
      expect(problems.filter((line) => !line.includes("wrong.js"))).toEqual([]);
      expect(problems).toHaveLength(3);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test("parameters of a program have their types", () => {
  const text = typesText("sender", [{ name: "beta", help: "What is left" }]);
  expect(text.endsWith("/** What is left */\ndeclare const beta: number;\n")).toBe(true);
});
