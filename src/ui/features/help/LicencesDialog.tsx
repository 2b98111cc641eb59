/** The software in the page, with the text of each licence. Loaded on demand. */
import { useEffect, useState } from "react";
import { Dialog } from "../../parts/Dialog.tsx";
import { siteFile } from "../../shared/site-file.ts";
import { LICENCE_FILE, type Licence } from "./licence-list.ts";
import "./help.css";

export function LicencesDialog() {
  return (
    <Dialog name="licences" title="Licences">
      <p>
        Sawtooth is free software under the MIT licence. The page contains these third-party libraries, each
        under its own licence.
      </p>
      <LicenceList />
    </Dialog>
  );
}

/** The list; null if it could not be loaded. */
function LicenceList() {
  const [list, setList] = useState<readonly Licence[] | null>([]);
  useEffect(() => {
    siteFile(LICENCE_FILE)
      .then(async (response) => setList(response.ok ? JSON.parse(await response.text()) : null))
      .catch(() => setList(null));
  }, []);
  if (list === null)
    return <p role="status">The licences could not be fetched; the page seems to be offline.</p>;
  return list.map(({ name, version, licence, text }) => (
    <details key={name}>
      <summary>{`${name} ${version}, ${licence}`}</summary>
      <pre translate="no" className="licences__text">
        {text}
      </pre>
    </details>
  ));
}
