/**
 * Removes the line of a feature from src/ui/app/features.ts, builds the page without it, looks for its styles, and opens a
 * run.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { expect, test } from "vitest";
import { FEATURES } from "../../src/ui/app/features.ts";
import { openPage, painted } from "./browser.ts";
import { serveFolder } from "./static-server.ts";

/** Removes a feature's line from the list of features. */
function without(folder: string): Plugin {
  return {
    name: "without-a-feature",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/src/ui/app/features.ts")) return null;
      const line = new RegExp(`^import \\{ (\\w+) \\} from "\\.\\./features/${folder}/feature\\.ts";\n`, "m");
      const name = line.exec(code)?.[1];
      if (name === undefined) throw new Error(`features.ts has no line for ${folder}`);
      return code.replace(line, "").replace(new RegExp(`^ {2}${name},\n`, "m"), "");
    },
  };
}

/** Returns the classes in the selectors of the style sheets in a folder, without those in the folder `except`. */
function styledIn(folder: string, except = "none"): string[] {
  const sheets = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".css") && !path.startsWith(except),
  );
  const text = sheets.map((path) => readFileSync(join(folder, path), "utf8")).join("\n");
  const selectors = text.replace(/\/\*.*?\*\//gs, "").replace(/\{[^{}]*\}/g, "{}");
  return [...new Set([...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name))];
}

const ui = resolve(import.meta.dirname, "../../src/ui");

test.each(FEATURES.map(({ id }) => id))("without %s, the page opens a run", async (id) => {
  const outDir = mkdtempSync(join(tmpdir(), "without-"));
  try {
    await build({
      root: resolve(import.meta.dirname, "../.."),
      configFile: false,
      base: "./",
      logLevel: "error",
      publicDir: false,
      define: { "import.meta.env.VITE_COMMIT": '""', "import.meta.env.VITE_BUILD": '""' },
      plugins: [without(id), react()],
      worker: { format: "es" },
      build: { outDir, minify: false, target: "es2022" },
    });
    const shared = styledIn(ui, "features");
    const own = styledIn(join(ui, "features", id)).filter((name) => !shared.includes(name));
    const left = styledIn(outDir);
    expect(left).toContain("plot");
    expect(own.filter((name) => left.includes(name))).toEqual([]);
    const server = await serveFolder(outDir);
    try {
      const page = await openPage({ url: server.url, fragment: "v=2&cc=cubic&aqm=pie", expected: /404/ });
      await painted(page);
      expect(await page.locator(".plot--cwnd canvas").count()).toBeGreaterThan(0);
      const tools = page.getByRole("toolbar", { name: "Page" });
      const count = (name: string) => tools.getByRole("button", { name }).count();
      expect(await count("Share")).toBe(id === "share" ? 0 : 1);
      expect(await count("Help and keys")).toBe(id === "help" ? 0 : 1);
      await page.keyboard.press("?");
      if (id !== "help") await page.getByRole("dialog").waitFor();
    } finally {
      await server.close();
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
});
