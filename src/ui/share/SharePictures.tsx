/** Pictures of all that the bench shows: for slides, handouts and papers. */
import { useState } from "react";
import { zipFile } from "../../teaching/zip-file.ts";
import { pngOf } from "../bench/pictures/png.ts";
import { allPictures, type SavedPicture, savedPath } from "../bench/pictures/shown-plots.ts";
import { allSavedWords, savedWords } from "../shared/export-words.ts";
import { saveFile } from "../shared/save-file.ts";
import { useBench } from "../state/use-store.ts";

export function SharePictures() {
  const bench = useBench();
  const [said, setSaid] = useState("");
  const tell = (act: () => Promise<string>) => {
    act().then(setSaid, (problem: unknown) =>
      setSaid(problem instanceof Error ? problem.message : String(problem)),
    );
  };
  return (
    <section>
      <h3>Pictures</h3>
      <p className="control__note">
        Light on white, with axes, legend, and the link in the caption. Each plot has its own button, too.
      </p>
      <p className="share__acts">
        <button
          type="button"
          className="button"
          onClick={() => tell(async () => saveAll(allPictures(bench)))}
        >
          All plots and the path (SVG and PNG)
        </button>
        <button
          type="button"
          className="button"
          onClick={() => tell(async () => savePath(savedPath(bench), "svg"))}
        >
          Path (SVG)
        </button>
        <button
          type="button"
          className="button"
          onClick={() => tell(async () => savePath(savedPath(bench), "png"))}
        >
          Path (PNG)
        </button>
      </p>
      <p className="control__note" role="status">
        {said}
      </p>
    </section>
  );
}

async function saveAll(pictures: readonly SavedPicture[]): Promise<string> {
  const files: Record<string, string | Uint8Array> = {};
  for (const { name, svg } of pictures) {
    files[`${name}.svg`] = svg;
    files[`${name}.png`] = await pngOf(svg);
  }
  saveFile("sawtooth-pictures.zip", "application/zip", zipFile(files));
  return allSavedWords(pictures.length);
}

async function savePath(path: SavedPicture | null, ending: "svg" | "png"): Promise<string> {
  if (path === null) throw new Error("No path is drawn on the bench.");
  if (ending === "svg") saveFile(`${path.name}.svg`, "image/svg+xml", path.svg);
  else saveFile(`${path.name}.png`, "image/png", await pngOf(path.svg));
  return savedWords(path.name);
}
