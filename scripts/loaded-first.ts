/** Which of the built files a visitor has by the time when anything else is fetched. */
import type { Plugin } from "vite";

const loadedFirst = new Set<string>();

/** Of the build at hand, once its files are known. */
export function isLoadedFirst(file: string): boolean {
  return loadedFirst.has(file);
}

/** Notes the page's entry, all that it imports, and their styles, before lists of files to fetch are written. */
export function noteFirstLoad(): Plugin {
  return {
    name: "note-first-load",
    enforce: "pre",
    generateBundle: {
      order: "pre",
      handler(_, bundle) {
        loadedFirst.clear();
        const follow = (file: string) => {
          const chunk = bundle[file];
          if (loadedFirst.has(file) || chunk?.type !== "chunk") return;
          loadedFirst.add(file);
          for (const style of chunk.viteMetadata?.importedCss ?? []) loadedFirst.add(style);
          for (const imported of chunk.imports) follow(imported);
        };
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === "chunk" && chunk.isEntry) follow(chunk.fileName);
        }
      },
    },
  };
}
