/**
 * Tests that no reader is missing: every file that decodes, parses or unpacks is in the registry, or is listed here
 * with a reason.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { READERS } from "./readers.ts";

const root = resolve(import.meta.dirname, "../..");

const DECODING =
  /JSON\.parse\(|plainJson\(|decodeURI(?:Component)?\(|\batob\(|DecompressionStream|\bInflate\b|URLSearchParams|\.json\(\)|addEventListener\(\s*"message"/;

/** Files that only read data of the program itself. */
const OWN: Readonly<Record<string, string>> = {
  "src/ui/shared/plain-json.ts": "what the page's readers of JSON call",
  "src/ui/shared/site-file.ts": "files that the build has put into the one-file page",
  "src/ui/features/help/LicencesDialog.tsx": "the list of licences that the build has written",
  "src/ui/plots/use-handle.ts": "a text that the same hook has written",
  "src/ui/bench/path/Dumbbell.tsx": "a text that the component has written, to compare by value",
  "src/ui/bench/path/Graph.tsx": "a text that the component has written, to compare by value",
  "src/ui/shared/runs/run-batch.ts": "a reading of a run, through JSON and back as a shard would have it",
  "src/cli/experiments/compute.ts": "a reading of a run, through JSON and back as a shard would have it",
  "src/teaching/document/change-rule.ts": "keys of a set, written beside it",
  "src/ui/shared/releases.ts": "the list of releases that the site's own workflow has written",
  "src/cli/project.ts": "the project's package.json, and results that it publishes",
  "src/cli/how-right.ts": "a table that the project publishes",
  "src/cli/validation/reference-cases.ts": "measurements that the project holds",
  "src/cli/benchmark/against.ts": "what a program of the project has printed",
  "src/cli/benchmark/measure.ts": "what a program of the project has printed",
  "src/offline/service-worker.ts": "which files a tab was opened with, written by itself",
  "src/teaching/task/scorm.ts":
    "tests/teaching/task/scorm.test.ts runs it against a platform that stands in; what it kept goes into a link",
  "src/workers/interpreter.ts": "the interpreter's own bytes, which stand in the page that is one file",
  "src/ui/features/custom-code/code-session.ts": "settings of the templates, which the project holds",
  "src/workers/browser-worker.ts": "messages between a worker and the page that has started it",
};

test("every file of src that decodes is tried, or reads only its own data", () => {
  const tried = new Set(READERS.flatMap(({ files }) => files));
  const decoding = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((name) => `src/${name.replaceAll("\\", "/")}`)
    .filter((path) => /\.tsx?$/.test(path) && DECODING.test(readFileSync(join(root, path), "utf8")));
  expect(decoding.filter((path) => !tried.has(path) && OWN[path] === undefined)).toEqual([]);
  expect(Object.keys(OWN).filter((path) => !decoding.includes(path))).toEqual([]);
  expect([...tried].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("readers have unique names", () => {
  const names = READERS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(30);
});
