import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { scormFiles, scormPackage } from "../../../src/teaching/scorm/package.ts";
import { packTask, taskDigest, writeTask } from "../../../src/teaching/task-text.ts";
import { taskOf } from "../example-task.ts";

const task = taskOf(["title: Choose β_ecn", "title: Choose <β> & so on"]);
const APP = "https://course.example/sawtooth/";

test("a package holds a manifest and the files that it names, the same bytes each time", () => {
  const bytes = scormPackage(task, APP);
  expect([...scormPackage(task, APP)]).toEqual([...bytes]);
  const files = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, own]) => [name, strFromU8(own)]),
  );
  expect(files).toEqual(scormFiles(task, APP));
  const manifest = files["imsmanifest.xml"];
  for (const [, href] of manifest.matchAll(/<file href="([^"]+)"/g)) expect(files[href]).toBeDefined();
  expect(manifest).toContain("<schemaversion>1.2</schemaversion>");
  expect(manifest).toContain('adlcp:scormtype="sco" href="index.html"');
  expect(manifest).toContain(`identifier="sawtooth-choose-beta-${taskDigest(task)}"`);
  expect(manifest).toContain("<title>Choose &lt;β&gt; &amp; so on</title>");
  expect(files["index.html"]).toContain(`data-task="${packTask(task)}"`);
  expect(files["task.md"]).toBe(writeTask(task));
});
