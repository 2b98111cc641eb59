/** What a module says to people, read from its source: strings of more than one word, and text between tags. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** Names of classes, queries for elements and the like are one word; what names a component speaks to programmers. */
const isSaid = (text: string) =>
  /[a-z]{2}/.test(text) && (/ /.test(text) || /^[A-Z]/.test(text)) && !/</.test(text);

/** Of a file, or of the modules of a folder, from the repository's root. */
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
  // Text between tags has none of the signs that code has.
  const rest = path.endsWith("x") ? code.replace(STRING, '""') : "";
  const between = [...rest.matchAll(/>([^<>{}=;?|&]+)[<{]/g)].map(([, text]) =>
    text.replace(/\s+/g, " ").trim(),
  );
  return [...quoted, ...between].filter(isSaid);
}
