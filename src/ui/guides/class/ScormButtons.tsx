/** A task as a package for a learning platform: with the simulator in it, or with a link to where this page is. */
import { useState } from "react";
import { type ScormApp, scormPackage } from "../../../teaching/scorm.ts";
import type { Task } from "../../../teaching/task.ts";
import { disabledBecause } from "../../shared/because.ts";
import { megabytes } from "../../shared/one-file.ts";
import { saveFile } from "../../shared/save-file.ts";
import { fetchOneFile, useOneFileBytes } from "../../shared/use-one-file.ts";
import { insideLabel, NO_ADDRESS, NOT_FETCHED, SCORM_HELP } from "./class-words.ts";

export function ScormButtons({ task }: { readonly task: Task }) {
  const bytes = useOneFileBytes();
  const [failed, setFailed] = useState(false);
  const save = (app: ScormApp) =>
    saveFile(`${task.id}-scorm.zip`, "application/zip", scormPackage(task, app));
  const saveWhole = async () => {
    try {
      save({ file: await fetchOneFile() });
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  const noAddress = /^https?:$/.test(location.protocol) ? null : NO_ADDRESS;
  return (
    <section aria-label="Package for a learning platform">
      <h3>For Moodle, Canvas and others (SCORM 1.2)</h3>
      <p className="class__row">
        {bytes !== null && (
          <button type="button" className="button" onClick={() => void saveWhole()}>
            {insideLabel(megabytes(bytes))}
          </button>
        )}
        <button
          type="button"
          className="button"
          {...disabledBecause(noAddress)}
          onClick={() => noAddress === null && save({ address: location.href.split("#")[0] })}
        >
          Package with a link (.zip)
        </button>
      </p>
      <p className="class__note">{SCORM_HELP}</p>
      <p className="class__note" role="status">
        {failed && NOT_FETCHED}
      </p>
    </section>
  );
}
