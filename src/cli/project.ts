/** Where the project lies, and its version. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export const projectRoot = resolve(import.meta.dirname, "..", "..");

export function projectVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(resolve(projectRoot, "package.json"), "utf8"),
  );
  return manifest.version;
}
