import { expect, test } from "vitest";
import { isLoadedFirst, noteFirstLoad } from "../scripts/loaded-first.ts";

const chunk = (fileName: string, imports: readonly string[], rest: object = {}) => ({
  type: "chunk",
  fileName,
  imports,
  isEntry: false,
  ...rest,
});

test("what the page's entry imports, near and far, and its styles are loaded first; what comes on demand is not", () => {
  const bundle = {
    "page.js": chunk("page.js", ["shared.js"], {
      isEntry: true,
      dynamicImports: ["later.js"],
      viteMetadata: { importedCss: new Set(["page.css"]) },
    }),
    "shared.js": chunk("shared.js", ["deep.js"]),
    "deep.js": chunk("deep.js", []),
    "later.js": chunk("later.js", ["shared.js", "own.js"]),
    "own.js": chunk("own.js", []),
    "page.css": { type: "asset", fileName: "page.css" },
  };
  const { generateBundle } = noteFirstLoad();
  const handler = typeof generateBundle === "object" ? generateBundle.handler : generateBundle;
  (handler as unknown as (options: object, files: object) => void)({}, bundle);
  expect(Object.keys(bundle).filter(isLoadedFirst)).toEqual(["page.js", "shared.js", "deep.js", "page.css"]);
});
