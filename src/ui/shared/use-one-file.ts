/** The page as one file: whether it lies beside this page, how large it is, and its text. */
import { useEffect, useState } from "react";
import { sizeIn } from "./one-file.ts";
import { isSingleFile, siteFile } from "./site-file.ts";

export const ONE_FILE = "sawtooth.html";
/** Written beside it by the build: how many bytes it has. */
const SIZE = "sawtooth-size.txt";

/** Null where there is none: while the page is developed, in the file itself, and until it is known. */
export function useOneFileBytes(): number | null {
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => {
    if (!import.meta.env.PROD || isSingleFile()) return;
    siteFile(SIZE)
      .then(async (response) => response.ok && setBytes(sizeIn(await response.text())))
      .catch(() => undefined);
  }, []);
  return bytes;
}

export async function fetchOneFile(): Promise<string> {
  const response = await siteFile(ONE_FILE);
  if (!response.ok)
    throw new Error(`${ONE_FILE} could not be fetched: the server answered ${response.status}`);
  return response.text();
}
