/**
 * Finds regular expressions that take more than linear time. Every pattern of src is analysed: literals, and patterns
 * that modules build. scslre finds quantifiers that can exchange characters, and searches that start again at every
 * character of a run. `restarts` also finds searches that start again at every repetition of what precedes a
 * quantifier, as in /<!--.*-->/.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { AST } from "@eslint-community/regexpp";
import { visitRegExpAST } from "@eslint-community/regexpp";
import {
  getConsumedChars,
  getLengthRange,
  isPotentiallyEmpty,
  isZeroLength,
  type ReadonlyFlags,
} from "regexp-ast-analysis";
import { analyse } from "scslre";
import { parseSync } from "vite";
import { expect, test, vi } from "vitest";

const root = resolve(import.meta.dirname, "..");

/** Files that match only texts of the repository. */
const OWN_TEXTS = new Set([
  "src/cli/docs.ts",
  "src/cli/how-right.ts",
  "src/cli/deviations-page.ts",
  "src/cli/validation/reference-cases.ts",
]);

interface Found {
  readonly at: string;
  readonly pattern: RegExp;
}

function superLinear(pattern: RegExp): string[] {
  const { reports, parsed } = analyse(pattern);
  return [...reports.map(({ type }) => type), ...restarts(parsed.pattern, parsed.flags)];
}

/**
 * Returns unbounded quantifiers that a search reaches again and again, each time after text that they could match
 * themselves.
 */
function restarts(pattern: AST.Pattern, flags: ReadonlyFlags & { readonly sticky?: boolean }): string[] {
  const found: string[] = [];
  const isAnchor = (one: AST.Element) => one.type === "Assertion" && one.kind === "start";
  visitRegExpAST(pattern, {
    onQuantifierEnter(quantifier) {
      if (quantifier.max !== Number.POSITIVE_INFINITY || flags.sticky === true) return;
      const sides = surroundings(quantifier);
      if (sides === null) return;
      const { chars } = getConsumedChars(quantifier, flags);
      const stays = (one: AST.Element) => !getConsumedChars(one, flags).chars.isDisjointWith(chars);
      const consuming = sides.before.filter((one) => !isZeroLength(one, flags));
      const isAnchored = sides.before.some(isAnchor) && !(flags.multiline === true && chars.has(NEWLINE));
      const canFail = sides.after.some(
        (one) => one.type === "Assertion" || getLengthRange(one, flags).min > 0,
      );
      const isRepeated =
        consuming.some((one) => !isPotentiallyEmpty(one, flags)) &&
        consuming.every((one) => isPotentiallyEmpty(one, flags) || stays(one));
      const [first] = sides.before;
      const isGuarded =
        first?.type === "Assertion" &&
        first.kind === "lookbehind" &&
        first.negate &&
        first.alternatives.some(({ elements: [one, ...others] }) => {
          return others.length === 0 && getConsumedChars(one, flags).chars.isSupersetOf(chars);
        });
      if (isRepeated && canFail && !isAnchored && !isGuarded) found.push(`restarts at ${quantifier.raw}`);
    },
  });
  return found;
}

const NEWLINE = 10;

/** Returns the parts of the pattern before and after a node; null inside an assertion. */
function surroundings(node: AST.Quantifier): { before: AST.Element[]; after: AST.Element[] } | null {
  const before: AST.Element[] = [];
  const after: AST.Element[] = [];
  let child: AST.Node = node;
  for (let parent: AST.Node | null = node.parent; parent !== null; child = parent, parent = parent.parent) {
    if (parent.type === "Assertion") return null;
    if (parent.type !== "Alternative") continue;
    const at = parent.elements.findIndex(({ start }) => start === child.start);
    before.unshift(...parent.elements.slice(0, at));
    after.push(...parent.elements.slice(at + 1));
  }
  return { before, after };
}

interface TreeNode {
  readonly type?: string;
  readonly start: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

/** Returns the literal patterns, and the number of patterns that the file builds. */
function patternsIn(path: string): { readonly literals: Found[]; readonly made: number } {
  const text = readFileSync(join(root, path), "utf8");
  const literals: Found[] = [];
  let made = 0;
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) for (const one of node) walk(one);
    else {
      const { type, regex, callee, start } = node as TreeNode;
      if (type === "NewExpression" && callee?.name === "RegExp") made++;
      if (regex === undefined) for (const one of Object.values(node)) walk(one);
      else {
        const line = text.slice(0, start).split("\n").length;
        literals.push({ at: `${path}:${line}`, pattern: new RegExp(regex.pattern, regex.flags) });
      }
    }
  };
  walk(parseSync(path, text).program.body);
  return { literals, made };
}

const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .map((name) => `src/${name.replaceAll("\\", "/")}`)
  .filter((path) => /\.tsx?$/.test(path) && !OWN_TEXTS.has(path));

const words = ({ at, pattern }: Found) => {
  const wrong = superLinear(pattern);
  return wrong.length === 0 ? [] : [`${at} ${String(pattern)}: ${wrong.join(", ")}`];
};

test("no pattern of src takes time that grows faster than the text", async () => {
  const found = sources.map((path) => ({ path, ...patternsIn(path) }));
  expect(found.flatMap(({ literals }) => literals).flatMap(words)).toEqual([]);
  const making = found.filter(({ made }) => made > 0);
  const recorded: Found[] = [];
  const Plain = RegExp;
  vi.stubGlobal(
    "RegExp",
    class extends Plain {
      constructor(...given: ConstructorParameters<RegExpConstructor>) {
        super(...given);
        const at = /\bsrc\/[\w/.-]+:\d+/.exec((new Error().stack ?? "").split("\n")[2] ?? "")?.[0];
        if (at !== undefined) recorded.push({ at, pattern: new Plain(...given) });
      }
    },
  );
  vi.resetModules();
  for (const { path } of making) await import(join(root, path));
  (await import("../src/engine/glossary/term-pieces.ts")).termPieces("cwnd");
  vi.unstubAllGlobals();
  expect(recorded.length).toBe(making.reduce((sum, { made }) => sum + made, 0));
  expect(recorded.flatMap(words)).toEqual([]);
});

test.each([
  ["a number", /^\d+\.?\d*$/],
  ["spaces at the end", /\s+$/],
  ["what is between two words", /<!--.*-->/],
  ["a list of lists", /^(?:a+)+$/],
  ["a word with two ends", /^(\S+):(\S+):$/],
])("the analysis finds %s", (_, pattern) => {
  expect(superLinear(pattern)).not.toEqual([]);
});
