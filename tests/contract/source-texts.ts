/**
 * Reads the texts that a module shows to users from its source: strings of more than one word, and text between tags.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** Class names, selectors and the like are single words. Names of components are only for programmers. */
const isSaid = (text: string) =>
  /[a-z]{2}/.test(text) && (/ /.test(text) || /^[A-Z]/.test(text)) && !/</.test(text);

/** Returns the texts of a file, or of the modules of a folder, given from the repository's root. */
export function textsOfSource(path: string): string[] {
  if (/\.tsx?$/.test(path)) return textsIn(path);
  const names = readdirSync(join(root, path)).filter((name) => /\.tsx?$/.test(name));
  return names.flatMap((name) => textsIn(join(path, name)));
}

const STRING = /"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)`/g;

function textsIn(path: string): string[] {
  const source = readFileSync(join(root, path), "utf8");
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "").replace(/^import\b[^;]*;/gm, "");
  const quoted = [...code.matchAll(STRING)].map(
    ([, plain, pattern]) => plain ?? pattern.replace(/\$\{[^}]*\}/g, " "),
  );
  // Text between tags contains none of the characters of code, and does not end like the head of a function.
  const rest = path.endsWith("x") ? code.replace(STRING, '""') : "";
  const between = [...rest.matchAll(/>([^<>{}=;?|&]+)[<{]/g)].map(([, text]) =>
    text.replace(/\s+/g, " ").trim(),
  );
  return [...quoted, ...between.filter((text) => !/\): \w+$/.test(text))].filter(isSaid);
}
