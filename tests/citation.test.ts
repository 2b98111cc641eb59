/**
 * Tests CITATION.cff: it names this version, follows the Citation File Format 1.2.0, and cites the papers as the
 * project does.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { experiments } from "../src/experiments/experiments.ts";

const text = (name: string) => readFileSync(resolve(import.meta.dirname, "..", name), "utf8");

type Yaml = string | readonly Yaml[] | { readonly [key: string]: Yaml };

/** A line "key: value" or "key:". */
const KEYED = /^([\w-]+):(?: +(.*))?$/;

interface Line {
  readonly indent: number;
  readonly text: string;
}

/**
 * Parses the subset of YAML that the file uses: maps, lists, plain, quoted and folded texts (">-"). Throws for
 * anything else.
 */
function yamlOf(source: string): Yaml {
  const lines = source
    .trimEnd()
    .split("\n")
    .map((line): Line => ({ indent: line.search(/\S/), text: line.trim() }));
  let at = 0;
  const isIn = (indent: number) => at < lines.length && lines[at].indent >= indent;

  function valueAt(indent: number): Yaml {
    return lines[at].text.startsWith("- ") ? listAt(indent) : mapAt(indent);
  }

  function listAt(indent: number): Yaml[] {
    const items: Yaml[] = [];
    while (isIn(indent) && lines[at].text.startsWith("- ")) {
      const item = lines[at].text.slice(2);
      if (KEYED.test(item)) {
        lines[at] = { indent: indent + 2, text: item };
        items.push(mapAt(indent + 2));
      } else {
        items.push(scalar(item));
        at++;
      }
    }
    return items;
  }

  function mapAt(indent: number): { readonly [key: string]: Yaml } {
    const map: Record<string, Yaml> = {};
    while (isIn(indent) && lines[at].indent === indent && !lines[at].text.startsWith("- ")) {
      const [, key, rest = ""] = KEYED.exec(lines[at].text) ?? [];
      if (key === undefined || Object.hasOwn(map, key)) throw new Error(`line ${at + 1}: ${lines[at].text}`);
      at++;
      if (rest === ">-") map[key] = folded(indent);
      else map[key] = rest === "" ? valueAt(lines[at].indent) : scalar(rest);
    }
    return map;
  }

  function folded(indent: number): string {
    const from = at;
    while (isIn(indent + 1)) at++;
    return lines
      .slice(from, at)
      .map((line) => line.text)
      .join(" ");
  }

  function scalar(given: string): string {
    const [, quoted] = /^"([^"\\]*)"$/.exec(given) ?? [];
    if (quoted !== undefined) return quoted;
    if (/^[[{"'&*!|>%@`#]|: | #|:$/.test(given)) throw new Error(`line ${at + 1}: quote ${given}`);
    return given;
  }

  const whole = valueAt(0);
  if (at < lines.length) throw new Error(`line ${at + 1}: ${lines[at].text}`);
  return whole;
}

interface Reference {
  readonly title: string;
  readonly type: string;
  readonly year?: string;
  readonly authors: readonly Readonly<Record<string, string>>[];
}

interface Citation extends Reference {
  readonly version: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly references: readonly Reference[];
  readonly "cff-version": string;
  readonly "date-released": string;
}

const citation = yamlOf(text("CITATION.cff")) as unknown as Citation;

test("the version and licence are those of the package and of the Python package", () => {
  const { version, license } = JSON.parse(text("package.json"));
  expect(citation).toMatchObject({ version, license });
  const python = text("python/pyproject.toml");
  expect([/^version = "(.*)"$/m, /^license = "(.*)"$/m].map((line) => line.exec(python)?.[1])).toEqual([
    version,
    license,
  ]);
});

describe("the format", () => {
  test("every required key exists, and no unknown key does", () => {
    const KNOWN = [
      ...["abstract", "authors", "cff-version", "commit", "contact", "date-released", "doi", "identifiers"],
      ...["keywords", "license", "license-url", "message", "preferred-citation", "references", "repository"],
      ...["repository-artifact", "repository-code", "title", "type", "url", "version"],
    ];
    const keys = Object.keys(citation);
    expect(keys.filter((key) => !KNOWN.includes(key))).toEqual([]);
    for (const key of ["authors", "cff-version", "message", "title"]) expect(keys).toContain(key);
    expect(citation["cff-version"]).toBe("1.2.0");
    expect(citation.type).toBe("software");
    expect(new Set(citation.keywords).size).toBe(citation.keywords.length);
  });

  test("the date is an existing day that is not in the future", () => {
    const date = citation["date-released"];
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
    expect(Date.parse(date)).toBeLessThan(Date.now());
  });

  test("a reference has a title, a type and authors; each author is a person or an entity", () => {
    const KNOWN = ["authors", "collection-title", "journal", "notes", "title", "type", "year"];
    for (const reference of citation.references) {
      expect(Object.keys(reference).filter((key) => !KNOWN.includes(key))).toEqual([]);
      expect(["article", "conference-paper", "report"]).toContain(reference.type);
      expect(reference.year ?? "2000").toMatch(/^\d{4}$/);
      expect(reference.title).not.toBe("");
    }
    for (const { authors } of [citation, ...citation.references]) {
      expect(authors.length).toBeGreaterThan(0);
      for (const author of authors)
        expect([["name"], ["family-names", "given-names"]]).toContainEqual(Object.keys(author));
    }
  });
});

test("the references are the papers that are reproduced, with their authors in order", () => {
  const papers = new Set(
    experiments.map(({ paper }) => paper).filter(({ id }) => id !== "beyond" && id !== "controls"),
  );
  const cited = [...papers].map(({ citation: words }) => words);
  const found = citation.references.map(({ title, year, authors }) => {
    const names = authors.map((author) => `${author["given-names"]} ${author["family-names"]}`).join(", ");
    return cited.findIndex(
      (words) =>
        words.startsWith(names) && words.includes(title) && (year === undefined || words.includes(year)),
    );
  });
  expect(found.sort((a, b) => a - b)).toEqual(cited.map((_, i) => i));
});

test("YAML syntax that the format does not need is refused", () => {
  for (const bad of ["a: b: c", "a: 1\na: 2", "a: [1]", "a: b\n  c: d", "a: 'b"])
    expect(() => yamlOf(bad), bad).toThrow("line ");
});
