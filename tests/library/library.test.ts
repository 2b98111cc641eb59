/** Tests that docs/library.md names all that the package exports. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import * as library from "../../src/library/library.ts";

const { Run } = library;
const root = resolve(import.meta.dirname, "../..");
const text = (path: string) => readFileSync(resolve(root, path), "utf8");

describe("the documented interface", () => {
  const document = text("docs/library.md");
  const section = document.slice(
    document.indexOf("## What it exports"),
    document.indexOf("## What is promised"),
  );
  const [table, types] = section.split("\nTypes: ");

  test("the document's table names each exported value, and no other", () => {
    const cells = [...table.matchAll(/^\| (.+?) \|/gm)].map((match) => match[1]).slice(1);
    const named = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)/g)].map((match) => match[1]));
    expect(named.sort()).toEqual(Object.keys(library).sort());
  });

  test("its list names each exported type, and no other", () => {
    const source = ["src/engine/library.ts", "src/library/library.ts"].map(text).join("\n");
    const lists = [...source.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, ofTypes, names]) =>
      names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "" && (ofTypes !== undefined || name.startsWith("type ")))
        .map((name) => name.replace("type ", "")),
    );
    const own = [...source.matchAll(/^export (?:interface|type) (\w+)/gm)].map((match) => match[1]);
    const [list] = types.split("\n\n");
    const named = [...list.matchAll(/`(\w+)`/g)].map((match) => match[1]);
    expect(named).toEqual([...lists, ...own].sort());
  });

  test("a run has the members of the table", () => {
    const [, cell] = /^\| `Run` \| (.*) \|$/m.exec(table) ?? [];
    const named = [...cell.matchAll(/`(\w+)`/g)].map((match) => match[1]);
    const has = Object.getOwnPropertyNames(Run.prototype).filter((name) => name !== "constructor");
    expect(named.sort()).toEqual(has.sort());
  });

  test("the version is that of the package", () => {
    expect(library.VERSION).toBe(JSON.parse(text("package.json")).version);
  });
});
