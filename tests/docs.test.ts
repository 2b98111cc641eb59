/** Tests the documents: links, named files, commands and scripts shown, and the numbers of the README. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parseArguments } from "../src/cli/command.ts";
import { run } from "../src/cli/run.ts";
import { readScenario } from "../src/cli/scenario-options.ts";
import { ready } from "./engine/custom/custom-runs.ts";

const root = resolve(import.meta.dirname, "..");

interface Page {
  /** Path from the root. */
  readonly path: string;
  readonly text: string;
}

const pages: readonly Page[] = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "python/README.md"].map((name) =>
    join(root, name),
  ),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(root, "docs", name)),
  ...readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith("README.md"))
    .map((name) => join(root, "src", name)),
].map((file) => ({ path: relative(root, file), text: readFileSync(file, "utf8") }));

/** Returns all faults as "page: fault", so that a failing test names them. */
function faults(find: (page: Page) => readonly string[]): string[] {
  return pages.flatMap((page) => find(page).map((what) => `${page.path}: ${what}`));
}

const OUTSIDE = /^[a-z]+:/;

/** Links inside code are examples and are skipped. */
function linksOf({ text }: Page): string[] {
  const linked = text.replace(/^```[\s\S]*?^```$|`[^`\n]+`/gm, "");
  return [...linked.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]).filter((to) => !OUTSIDE.test(to));
}

/** Returns the anchors that GitHub gives to a page's headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Returns the lines of code blocks, fenced or indented, without trailing remarks. */
function codeLines({ text }: Page): string[] {
  const fenced = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap((match) => match[1].split("\n"));
  const indented = [...text.matchAll(/^ {4}(\S.*)$/gm)].map((match) => match[1]);
  return [...fenced, ...indented].map((line) => line.replace(/\s{2,}.*$/, "").trim());
}

function inlineCode({ text }: Page): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]);
}

/** Splits a line like a shell, as far as the documents need it. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replace(/["']/g, ""));
}

const SIM_RUN = "npm run -s sim -- run";
const silent = { out() {}, note() {}, progress() {} };

function refusal(line: string): string[] {
  try {
    readScenario(parseArguments(run, shellWords(line.slice(SIM_RUN.length))), silent);
    return [];
  } catch (error) {
    return [`${line}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

// Commands in documents may name files with programs, so the reader of programs must be ready.
beforeAll(ready);

describe("the documents", () => {
  test("have only relative links that resolve, including headings", () => {
    const broken = (page: Page) =>
      linksOf(page).filter((to) => {
        const [path, anchor] = to.split("#");
        const file = path === "" ? join(root, page.path) : resolve(root, dirname(page.path), path);
        if (!existsSync(file)) return true;
        return anchor !== undefined && !anchorsOf(readFileSync(file, "utf8")).includes(anchor);
      });
    expect(faults(broken)).toEqual([]);
  });

  test("name only files that exist", () => {
    const NAMED = /^(?:src|tests|scripts|docs|public|\.github|\.ci)\/[\w./-]*$/;
    const missing = (page: Page) =>
      inlineCode(page)
        .filter((code) => NAMED.test(code))
        .filter((path) => !existsSync(join(root, path)));
    expect(faults(missing)).toEqual([]);
  });

  test("name only npm scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const unknown = (page: Page) =>
      [...page.text.matchAll(/\bnpm run (?:-s )?([\w:-]*\w)/g)]
        .map((match) => match[1])
        .filter((name) => scripts[name] === undefined);
    expect(faults(unknown)).toEqual([]);
  });

  test("show only runs that are accepted", () => {
    const shown = (page: Page) =>
      [...codeLines(page), ...inlineCode(page)].filter((code) => code.startsWith(SIM_RUN));
    expect(pages.flatMap(shown).length).toBeGreaterThan(10);
    expect(faults((page) => shown(page).flatMap(refusal))).toEqual([]);
  });

  test("the first screen of the README shows how to start and how to test", () => {
    const first = pages[0].text.split("\n").slice(0, 40).join("\n");
    expect(first).toContain("npm ci && npm start");
    expect(first).toContain("npm ci && npm test");
  });
});

test("the README states how close the results of docs/validation.md are to Linux 6.1", () => {
  const textOf = (path: string) => pages.find((page) => page.path === path)?.text ?? "";
  const row = /^Linux 6\.1 +([\d.]+) % .* (\d+) of \d+ +\d+ of \d+$/m.exec(textOf("docs/validation.md"));
  expect(row).not.toBeNull();
  expect(textOf("README.md").replaceAll("\n", " ")).toContain(
    `Goodput agrees with Linux 6.1 within ${row?.[1]} % in the median of ${row?.[2]} cases`,
  );
});
