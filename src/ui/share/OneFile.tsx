/** The whole app as one file, with the run on the screen in it: for a stick, a learning platform, a phone without a network. */
import { useState } from "react";
import { megabytes, startingWith } from "../shared/one-file.ts";
import { saveFile } from "../shared/save-file.ts";
import { fetchOneFile, ONE_FILE, useOneFileBytes } from "../shared/use-one-file.ts";

/** Nothing where the page has no such file beside it: while it is developed, and in the file itself. */
export function OneFile({ link }: { readonly link: string }) {
  const bytes = useOneFileBytes();
  const [failed, setFailed] = useState(false);
  if (bytes === null) return null;
  const save = async () => {
    try {
      saveFile(ONE_FILE, "text/html", startingWith(await fetchOneFile(), link.split("#")[1] ?? ""));
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
          Save as one file ({megabytes(bytes)})
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
