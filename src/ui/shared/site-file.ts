/**
 * Files beside the page: published results, traces. In the page that is one file they stand in the page itself, packed, by
 * their paths.
 */

import { useEffect, useState } from "react";

/** Of the element that holds them: written by `scripts/single-file.ts`. */
const HELD = "sawtooth-files";

let held: Promise<Readonly<Record<string, string>>> | null = null;

/** Whether the page is one file, and has no other beside it. */
export function isSingleFile(): boolean {
  return document.getElementById(HELD) !== null;
}

/** As `fetch` answers; `path` from the page's own folder. */
export async function siteFile(path: string): Promise<Pick<Response, "ok" | "status" | "text">> {
  const element = document.getElementById(HELD);
  if (element === null) return fetch(new URL(path, document.baseURI));
  held ??= unpacked(element.textContent ?? "");
  const text = (await held)[path.replace(/^\.\//, "")];
  return text === undefined ? new Response("", { status: 404 }) : new Response(text);
}

/** Base64 of gzipped JSON. */
async function unpacked(letters: string): Promise<Readonly<Record<string, string>>> {
  const bytes = Uint8Array.from(atob(letters.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** What is said of the page as one file, and done to it. */

/** In the file's first element, where the page finds the link that it starts with. */
const FIRST_ELEMENT = '<html lang="en"';

/** The file as one that opens with this link's run. */
export function startingWith(file: string, fragment: string): string {
  const value = fragment.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return file.replace(FIRST_ELEMENT, () => `${FIRST_ELEMENT} data-start="${value}"`);
}

/** What the build wrote of the file's size; null for a page that a server sends for any address that it does not know. */
export function sizeIn(text: string): number | null {
  return /^\d{1,12}\s*$/.test(text) ? Number(text) : null;
}

/** "2.2 MB". */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The page as one file: whether it lies beside this page, how large it is, and its text. */

export const ONE_FILE = "sawtooth.html";
/** Written beside it by the build: how many bytes it has. */
const SIZE = "sawtooth-size.txt";

/** `bytes`: null where there is none: while the page is developed, in the file itself, and until it is known. */
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

/** Hands a text, or bytes, to the person as a file. */

const FORGET_AFTER_MS = 10_000;

export function saveFile(name: string, type: string, ...pieces: (string | Uint8Array<ArrayBuffer>)[]): void {
  const address = URL.createObjectURL(new Blob(pieces, { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), FORGET_AFTER_MS);
}
