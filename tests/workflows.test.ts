/**
 * Tests the workflows: the actions that they use are pinned, their permissions are minimal, and the scripts that they
 * call exist.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const folder = join(root, ".github/workflows");

const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), "utf8"),
}));

function textOf(name: string): string {
  return workflows.find((one) => one.name === name)!.text;
}

/** Returns all faults as "file: fault". */
function faults(find: (text: string) => readonly string[]): string[] {
  return workflows.flatMap(({ name, text }) => find(text).map((what) => `${name}: ${what}`));
}

/** Returns the shell commands of a workflow: the text after `run:`, on the same line or on indented lines below. */
function shellTexts(text: string): string[] {
  return [...text.matchAll(/^( *)(?:- )?run:(?: \|\n((?:\1 +.*\n|\n)+)| (?!\|)(.+)$)/gm)].map(
    ([, , block, line]) => block ?? line,
  );
}

/** Returns the lines of a job, from its name to the name of the next job. */
function job(workflow: string, name: string): string {
  const found = new RegExp(`^ {2}${name}:\n((?: {4}.*\n|\n)+)`, "m").exec(textOf(workflow));
  if (found === null) throw new Error(`${workflow} has no job ${name}`);
  return found[1];
}

describe("workflows", () => {
  test("pin every action by its commit, with its version in a comment; the project's own files exist", () => {
    const loose = (text: string) =>
      [...text.matchAll(/^.*\buses:(.*)$/gm)]
        .map(([, what]) => what.trim())
        .filter((what) => {
          if (what.startsWith("./")) return !existsSync(join(root, what));
          return !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(what);
        });
    expect(faults(loose)).toEqual([]);
    expect(workflows.length).toBeGreaterThan(3);
  });

  test("use the same commit of an action everywhere", () => {
    const used = workflows.flatMap(({ text }) => [...text.matchAll(/uses: ([\w/-]+)@(.*)$/gm)]);
    const commits = new Map<string, Set<string>>();
    for (const [, action, commit] of used)
      commits.set(action, (commits.get(action) ?? new Set()).add(commit));
    expect([...commits].filter(([, all]) => all.size > 1)).toEqual([]);
  });

  test("have read permission by default, and jobs state what they may write", () => {
    const wide = (text: string) =>
      /^permissions:\n {2}contents: read\n\n/m.test(text) ? [] : ["permissions"];
    expect(faults(wide)).toEqual([]);
    const writing = workflows.flatMap(({ name, text }) =>
      [...text.matchAll(/^ {6}([\w-]+): write$/gm)].map(([, what]) => `${name} ${what}`),
    );
    expect(writing.sort()).toEqual([
      "ci.yml id-token",
      "ci.yml pages",
      "pages.yml id-token",
      "pages.yml pages",
      "release.yml actions",
      "release.yml contents",
      "release.yml contents",
      "reproduce.yml contents",
    ]);
  });

  test("leave no credentials after a checkout", () => {
    const leaving = (text: string) =>
      [...text.matchAll(/uses: actions\/checkout@.*\n(.*\n.*)/g)]
        .map(([, next]) => next)
        .filter((next) => !/^ +with:\n +persist-credentials: false$/.test(next));
    expect(faults(leaving)).toEqual([]);
  });

  test("insert no outside text into a shell's text", () => {
    const pasted = (text: string) => shellTexts(text).filter((shell) => shell.includes("${{"));
    expect(faults(pasted)).toEqual([]);
    expect(shellTexts(textOf("release.yml")).length).toBeGreaterThan(5);
  });

  test("call only npm scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const unknown = (text: string) =>
      shellTexts(text)
        .flatMap((shell) => [...shell.matchAll(/npm (?:run (?:-s )?([\w:-]+)|(test))\b/g)])
        .map(([, script, test]) => script ?? test)
        .filter((name) => scripts[name] === undefined);
    expect(faults(unknown)).toEqual([]);
  });

  test("publish only what was tested and checked for known vulnerabilities", () => {
    expect(job("ci.yml", "publish")).toContain("needs: [oldest, test, browser, audit]");
    const audit = "npm audit --omit=dev --audit-level=moderate";
    expect(job("ci.yml", "audit")).toContain(audit);
    const build = job("release.yml", "build");
    const order = ["npm ci", "release-notes", audit, "npm run test:all", "npm run build", "sha256sum"];
    expect(order.map((step) => build.indexOf(step))).toEqual(
      order.map((step) => build.indexOf(step)).sort((a, b) => a - b),
    );
    for (const step of order) expect(build).toContain(step);
    expect(build).not.toMatch(/^ +cache:/m);
  });

  test("run nothing of the repository in the job that writes a release, which checks the sums first", () => {
    const publish = job("release.yml", "publish");
    expect(publish).toContain("needs: build");
    expect(publish).not.toMatch(/npm|node|checkout/);
    expect(publish.indexOf("sha256sum --check")).toBeGreaterThan(0);
    expect(publish.indexOf("sha256sum --check")).toBeLessThan(publish.indexOf("gh release create"));
  });

  test("run nothing of the repository in a job that may write contents", () => {
    const jobs = workflows.flatMap(({ name, text }) =>
      [...text.slice(text.indexOf("\njobs:\n")).matchAll(/^ {2}([\w-]+):\n/gm)].map(
        ([, one]) => [name, one] as const,
      ),
    );
    const writing = jobs.filter(([name, one]) => /contents: write/.test(job(name, one)));
    expect(writing).toEqual([
      ["release.yml", "publish"],
      ["release.yml", "reproduction"],
      ["reproduce.yml", "publish"],
    ]);
    for (const [name, one] of writing) expect(job(name, one), one).not.toMatch(/npm|npx|node|checkout/);
    expect(job("release.yml", "reproduction")).toContain("uses: ./.github/workflows/reproduce.yml");
  });

  test("run every stage of the rest on some machine, with all browser tests over the shards", () => {
    const stages = [...textOf("ci.yml").matchAll(/test:all -- --rest --stage (\w+)/g)].map(
      ([, stage]) => stage,
    );
    expect(stages.sort()).toEqual(["browser", "cases"]);
    expect(job("ci.yml", "test")).toContain("- run: npm test\n");
    const browser = job("ci.yml", "browser");
    const [, shards] = /shard: \[([\d, ]+)\]/.exec(browser) ?? [];
    expect(shards.split(", ").map(Number)).toEqual(shards.split(", ").map((_, i) => i + 1));
    expect(browser).toMatch(/SHARD: \$\{\{ matrix\.shard \}\}\/\$\{\{ strategy\.job-total \}\}/);
  });

  test("publish the page with every release beside it, after checking their sums", () => {
    const pages = job("pages.yml", "publish");
    const order = [
      "npm run build",
      "gh release download",
      "sha256sum --check",
      "scripts/keep-releases.ts",
      "deploy-pages",
    ];
    for (const step of order) expect(pages).toContain(step);
    expect(order.map((step) => pages.indexOf(step))).toEqual(
      order.map((step) => pages.indexOf(step)).sort((a, b) => a - b),
    );
    expect(job("ci.yml", "publish")).toContain("uses: ./.github/workflows/pages.yml");
    expect(job("release.yml", "pages")).toMatch(/needs: publish[\s\S]*gh workflow run pages\.yml --ref main/);
  });

  test("start only one of them by a tag", () => {
    const byTag = workflows.filter(({ text }) => /^ {4}tags:/m.test(text)).map(({ name }) => name);
    expect(byTag).toEqual(["release.yml"]);
    expect(job("release.yml", "reproduction")).toContain("needs: publish");
  });
});

test("every package of the lock file has a checksum and names no other registry", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const others = Object.entries<{ integrity?: string; resolved?: string; link?: boolean }>(packages).filter(
    ([path, { integrity = "", resolved, link }]) =>
      path !== "" && (!/^sha512-/.test(integrity) || resolved !== undefined || link === true),
  );
  expect(others.map(([path]) => path)).toEqual([]);
});
