/** A task as a package of SCORM 1.2, which Moodle, Canvas and other learning platforms take: a zip with its manifest. */
import type { Task } from "../task.ts";
import { packTask, taskDigest, writeTask } from "../task-text.ts";
import { zipFile } from "../zip-file.ts";
import { escaped, SCO_SCRIPT, scoPage } from "./sco.ts";

/** `app`: where the page is, without a fragment. */
export function scormFiles(task: Task, app: string): Readonly<Record<string, string>> {
  return {
    "imsmanifest.xml": manifest(task),
    "index.html": scoPage(task.title, task.lang, { app, task: packTask(task) }),
    "sco.js": SCO_SCRIPT,
    "task.md": writeTask(task),
  };
}

export function scormPackage(task: Task, app: string): Uint8Array<ArrayBuffer> {
  return zipFile(scormFiles(task, app));
}

/** One organisation with one item that is one SCO. It says itself when it is passed, so no mastery score is declared. */
function manifest(task: Task): string {
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
      <file href="index.html"/>
      <file href="sco.js"/>
      <file href="task.md"/>
    </resource>
  </resources>
</manifest>
`;
}
