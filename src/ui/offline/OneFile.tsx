/** The whole app as one file, with the run on the screen in it: for a stick, a learning platform, a phone without a network. */
import { useEffect, useState } from "react";
import { saveFile } from "../controls/save-file.ts";
import { isSingleFile, siteFile } from "../site-file.ts";
import { megabytes, startingWith } from "./one-file.ts";

const FILE = "sawtooth.html";
/** Written beside it by the build: how many bytes it has. */
const SIZE = "sawtooth-size.txt";

/** Nothing where the page has no such file beside it: while it is developed, and in the file itself. */
export function OneFile({ link }: { readonly link: string }) {
  const bytes = useBytes();
  const [failed, setFailed] = useState(false);
  if (bytes === null) return null;
  const save = async () => {
    try {
      const response = await siteFile(FILE);
      if (!response.ok) throw new Error(String(response.status));
      saveFile(FILE, "text/html", startingWith(await response.text(), link.split("#")[1] ?? ""));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <section>
      <h3>Sawtooth as one file</h3>
      <p className="control__note">
        The whole page in one HTML file, which opens with this run. It needs no network and no server: send
        it, or put it on a learning platform.
      </p>
      <p className="share__acts">
        <button type="button" className="button" onClick={() => void save()}>
          {`Save as one file (${megabytes(bytes)})`}
        </button>
      </p>
      {failed && (
        <p className="control__note" role="status">
          The file could not be fetched; the page seems to be offline.
        </p>
      )}
    </section>
  );
}

function useBytes(): number | null {
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => {
    if (!import.meta.env.PROD || isSingleFile()) return;
    siteFile(SIZE)
      .then(async (response) => response.ok && setBytes(Number(await response.text())))
      .catch(() => undefined);
  }, []);
  return bytes;
}
