/** A task as a package of SCORM 1.2, which Moodle, Canvas and other learning platforms take: a zip with its manifest. */
import type { Task } from "../task.ts";
import { packTask, taskDigest, writeTask } from "../task-text.ts";
import { zipFile } from "../zip-file.ts";
import { escaped, SCO_SCRIPT, scoPage } from "./sco.ts";

/** Where the simulator is: at an address, without a fragment, or in the package itself, as the page that is one file. */
export type ScormApp = { readonly address: string } | { readonly file: string };

/** Of the page in the package. */
const APP_FILE = "sawtooth.html";

export function scormFiles(task: Task, from: ScormApp): Readonly<Record<string, string>> {
  const app = "file" in from ? APP_FILE : from.address;
  const files = {
    "index.html": scoPage(task.title, task.lang, { app, task: packTask(task) }),
    "sco.js": SCO_SCRIPT,
    "task.md": writeTask(task),
    ...("file" in from && { [APP_FILE]: from.file }),
  };
  return { "imsmanifest.xml": manifest(task, Object.keys(files)), ...files };
}

export function scormPackage(task: Task, app: ScormApp): Uint8Array<ArrayBuffer> {
  return zipFile(scormFiles(task, app));
}

/** One organisation with one item that is one SCO. It says itself when it is passed, so no mastery score is declared. */
function manifest(task: Task, files: readonly string[]): string {
  const id = `sawtooth-${task.id}-${taskDigest(task)}`;
  const title = escaped(task.title);
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${id}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="organization">
    <organization identifier="organization">
      <title>${title}</title>
      <item identifier="item" identifierref="sco" isvisible="true">
        <title>${title}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="sco" type="webcontent" adlcp:scormtype="sco" href="index.html">
${files.map((name) => `      <file href="${name}"/>`).join("\n")}
    </resource>
  </resources>
</manifest>
`;
}
