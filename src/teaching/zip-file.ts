/** Several files as one. */
import { strToU8, zipSync } from "fflate";

/** The same files make the same bytes. */
const MADE = new Date(2000, 0, 1, 12);

export function zipFile(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array<ArrayBuffer> {
  const all = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === "string" ? strToU8(content) : content,
  ]);
  return new Uint8Array(zipSync(Object.fromEntries(all), { level: 9, mtime: MADE }));
}
