/** Files of the site: published results, traces. A page that is a single file contains them, packed, by their paths. */

import { useEffect, useState } from "react";

/** Id of the element that contains these files, written by `scripts/single-file.ts`. */
const HELD = "sawtooth-files";

let held: Promise<Readonly<Record<string, string>>> | null = null;

/** Returns whether the page is a single file that contains all other files. */
export function isSingleFile(): boolean {
  return document.getElementById(HELD) !== null;
}

/** Returns a file like `fetch`. `path` is relative to the page's folder. */
export async function siteFile(path: string): Promise<Pick<Response, "ok" | "status" | "text">> {
  const element = document.getElementById(HELD);
  if (element === null) return fetch(new URL(path, document.baseURI));
  held ??= unpacked(element.textContent ?? "");
  const text = (await held)[path.replace(/^\.\//, "")];
  return text === undefined ? new Response("", { status: 404 }) : new Response(text);
}

/** Unpacks base64 of gzipped JSON. */
async function unpacked(letters: string): Promise<Readonly<Record<string, string>>> {
  const bytes = Uint8Array.from(atob(letters.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** The start tag of the file's root element, which stores the initial URL fragment. */
const FIRST_ELEMENT = '<html lang="en"';

/** Returns the file with this URL fragment as its initial state. */
export function startingWith(file: string, fragment: string): string {
  const value = fragment.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return file.replace(FIRST_ELEMENT, () => `${FIRST_ELEMENT} data-start="${value}"`);
}

/** Parses the file's size as written by the build; null for a page that a server sends for unknown addresses. */
export function sizeIn(text: string): number | null {
  return /^\d{1,12}\s*$/.test(text) ? Number(text) : null;
}

/** Returns a size as text: "2.2 MB". */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Name of the file that contains the whole page. */
export const ONE_FILE = "sawtooth.html";
/** File with the size in bytes, written by the build. */
const SIZE = "sawtooth-size.txt";

/**
 * Returns the file. `bytes` is null if it does not exist (during development, in the file itself) and until the size is known.
 */
export function useOneFile() {
  const [bytes, setBytes] = useState<number | null>(null);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    if (!import.meta.env.PROD || isSingleFile()) return;
    siteFile(SIZE)
      .then(async (response) => response.ok && setBytes(sizeIn(await response.text())))
      .catch(() => undefined);
  }, []);
  const take = async (act: (file: string) => void) => {
    try {
      const response = await siteFile(ONE_FILE);
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      act(await response.text());
      setFailed("");
    } catch {
      setFailed("Sawtooth as one file could not be fetched; the page seems to be offline.");
    }
  };
  return { bytes, failed, take: (act: (file: string) => void) => void take(act) };
}

const FORGET_AFTER_MS = 10_000;

export function saveFile(name: string, type: string, ...pieces: (string | Uint8Array<ArrayBuffer>)[]): void {
  const address = URL.createObjectURL(new Blob(pieces, { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), FORGET_AFTER_MS);
}
