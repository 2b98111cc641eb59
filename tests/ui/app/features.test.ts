import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { VIEW_KEYS } from "../../../src/engine/scenario/url.ts";
import { FEATURES, PAGE } from "../../../src/ui/app/features.ts";
import { OWN_DIALOGS } from "../../../src/ui/app/screens.tsx";

const root = resolve(import.meta.dirname, "../../..");
const folder = join(root, "src/ui/features");

describe("the features of the page", () => {
  test("are the folders of src/ui/features, one line each", () => {
    const ids = FEATURES.map(({ id }) => id);
    expect([...ids].sort()).toEqual(readdirSync(folder).sort());
  });

  test("name in their records the keys of the values that their folders store", () => {
    const declaredIn = (path: string) =>
      readdirSync(join(root, "src/ui", path), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => readFileSync(join(root, "src/ui", path, name), "utf8"))
        .flatMap((text) =>
          [...text.matchAll(/: Stored<[^=]*> = \{\n\s+key: "([^"]+)"/g)].map(([, key]) => key),
        );
    const shared = [...declaredIn("parts"), ...declaredIn("bench")];
    for (const { id, stored = [] } of FEATURES)
      expect([id, ...stored.filter((key) => !shared.includes(key)).sort()]).toEqual([
        id,
        ...declaredIn(`features/${id}`).sort(),
      ]);
  });

  test("read only keys of links that every reader of links knows", () => {
    const keys = FEATURES.flatMap(({ link, guide }) => [
      ...(link?.keys ?? []),
      ...(guide === undefined ? [] : [guide.kind, ...(guide.keys ?? []), ...(guide.onceKeys ?? [])]),
    ]);
    expect(keys.filter((key) => !VIEW_KEYS.includes(key))).toEqual([]);
    expect(keys).toContain("why");
  });

  test("have a dialog for each name under which the page opens one", () => {
    const texts = readdirSync(join(root, "src/ui"), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => readFileSync(join(root, "src/ui", path), "utf8"));
    const opened = texts.flatMap((text) =>
      [...text.matchAll(/\bshowDialog\("([a-z]+)"\)|<Dialog\s+name="([a-z]+)"/g)].map(
        ([, shown, named]) => shown ?? named,
      ),
    );
    const known = [
      ...Object.keys(OWN_DIALOGS),
      ...FEATURES.flatMap(({ dialogs = {} }) => Object.keys(dialogs)),
    ];
    expect([...new Set(opened)].sort()).toEqual([...known].sort());
  });

  test("open with the buttons in the head of the page their own dialogs", () => {
    const buttons = FEATURES.flatMap(({ head = [], dialogs = {} }) =>
      head.map(({ dialog }) => [dialog, dialog in dialogs]),
    );
    expect(buttons).toEqual([
      ["presets", true],
      ["share", true],
      ["notes", true],
      ["help", true],
    ]);
  });

  test("give each screen, dialog, tab, action and place to one feature", () => {
    const lists = [
      PAGE.screens.map(({ id }) => id),
      PAGE.screens.map(({ label }) => label),
      PAGE.actions.map(({ id }) => id),
      [...Object.keys(OWN_DIALOGS), ...FEATURES.flatMap(({ dialogs = {} }) => Object.keys(dialogs))],
      FEATURES.flatMap(({ tabs = [] }) => tabs.map(({ id }) => id)),
      FEATURES.flatMap(({ places = {} }) => Object.keys(places)),
      FEATURES.flatMap(({ guide }) => guide?.kind ?? []),
      FEATURES.flatMap(({ stored = [] }) => stored),
    ];
    for (const list of lists) expect([...new Set(list)]).toEqual(list);
    expect(PAGE.screens[0].label).toBe("Bench");
  });
});

describe("the style sheets of the page", () => {
  const ui = join(root, "src/ui");
  const files = readdirSync(ui, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.(?:tsx?|css)$/.test(path),
  );
  const texts = new Map(files.map((path) => [path, readFileSync(join(ui, path), "utf8")]));
  const sheets = files.filter((path) => path.endsWith(".css"));
  const modules = files.filter((path) => !path.endsWith(".css"));
  const importsBy = (path: string, statement: RegExp) =>
    [...(texts.get(path) ?? "").matchAll(statement)].map(([, to]) =>
      relative(ui, resolve(ui, dirname(path), to)),
    );

  /** Returns a file of the page and all files that are loaded with it. */
  function loadedWith(path: string): ReadonlySet<string> {
    const loaded = new Set([path]);
    const statement = /^(?:@import|import|export)(?: (?!type\b)[^;"]*? from)? "(\.[^"?]+)";/gm;
    for (const file of loaded) for (const to of importsBy(file, statement)) if (texts.has(to)) loaded.add(to);
    return loaded;
  }

  /** Returns the classes in the selectors of a sheet. */
  function styledIn(sheet: string): string[] {
    const selectors = (texts.get(sheet) ?? "").replace(/\/\*.*?\*\//gs, "").replace(/\{[^{}]*\}/g, "{}");
    return [...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name);
  }

  /** Returns the classes that a module gives to elements. */
  function givenIn(module: string): string[] {
    const values = (texts.get(module) ?? "").matchAll(
      /\bclassName=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g,
    );
    return [...values].flatMap(([, plain, computed = ""]) =>
      [plain ?? "", ...[...computed.matchAll(/["`]([^"`]*)["`]/g)].map(([, text]) => text)].flatMap((text) =>
        text.split(/[^\w-]+/),
      ),
    );
  }

  const featureOf = (path: string) => /^features\/([^/]+)/.exec(path)?.[1] ?? null;
  const firstView = loadedWith("app/page.tsx");
  const styled = new Map(sheets.map((sheet) => [sheet, styledIn(sheet)]));

  test("are each imported by a module or another sheet", () => {
    const imported = files.flatMap((path) =>
      importsBy(path, /^(?:@import|import(?: \w+ from)?) "([^"?]+\.css)(?:\?\w+)?";/gm),
    );
    expect(
      sheets.filter((path) => !imported.includes(path)),
      "import each of these in the component that needs it",
    ).toEqual([]);
  });

  test("are loaded with the parts that use their classes", () => {
    const parts = modules
      .flatMap((path) => importsBy(path, /\bimport\("(\.[^"]+)"\)/g))
      .filter((to) => texts.has(to));
    expect(parts).toContain("features/sweep/SweepScreen.tsx");
    const missing = [...new Set(parts)].flatMap((part) => {
      const loaded = new Set([...firstView, ...loadedWith(part)]);
      const known = new Set(
        sheets.filter((sheet) => loaded.has(sheet)).flatMap((sheet) => styled.get(sheet) ?? []),
      );
      return [...loaded]
        .flatMap((path) => givenIn(path))
        .filter((name) => !known.has(name) && [...styled.values()].some((names) => names.includes(name)))
        .map((name) => `${part} is loaded without a sheet for .${name}`);
    });
    expect([...new Set(missing)]).toEqual([]);
  });

  // The order in which features are loaded must not matter. Two sheets that style different elements can come in any order.
  test("style in a feature no class of another one", () => {
    const ownersOf = (name: string) =>
      sheets.filter((sheet) => styled.get(sheet)?.includes(name)).map((sheet) => featureOf(sheet));
    const own = [...new Set([...styled.values()].flat())].filter((name) => !ownersOf(name).includes(null));
    const shared = own.filter((name) => new Set(ownersOf(name)).size > 1);
    expect(shared).toEqual([]);
    const borrowed = modules.flatMap((path) =>
      givenIn(path)
        .filter((name) => own.includes(name) && !ownersOf(name).includes(featureOf(path)))
        .map((name) => `${path}: ${name}`),
    );
    expect(borrowed).toEqual([]);
  });
});
