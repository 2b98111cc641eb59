import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
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

  test("have style sheets that another sheet or a module imports", () => {
    const folder = join(root, "src/ui");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) =>
      join(folder, path),
    );
    const imported = files
      .filter((path) => /\.(tsx?|css)$/.test(path))
      .flatMap((path) =>
        [
          ...readFileSync(path, "utf8").matchAll(
            /^(?:@import|import(?: \w+ from)?) "([^"?]+\.css)(?:\?\w+)?";/gm,
          ),
        ].map(([, to]) => resolve(dirname(path), to)),
      );
    const sheets = files.filter((path) => path.endsWith(".css"));
    expect(
      sheets.filter((path) => !imported.includes(path)),
      "import each of these in src/ui/shared/later.css or src/ui/app/styles.css",
    ).toEqual([]);
  });
});
