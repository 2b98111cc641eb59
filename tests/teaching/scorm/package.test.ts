import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { scormFiles, scormPackage } from "../../../src/teaching/scorm/package.ts";
import { packTask, taskDigest, writeTask } from "../../../src/teaching/task-text.ts";
import { taskOf } from "../example-task.ts";

const task = taskOf(["title: Choose β_ecn", "title: Choose <β> & so on"]);
const APP = { address: "https://course.example/sawtooth/" };

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
  expect(files["index.html"]).toContain('data-app="https://course.example/sawtooth/"');
  expect(files["task.md"]).toBe(writeTask(task));
});

test("with the app inside it names no address, and the manifest lists the app", () => {
  const files = scormFiles(task, { file: "<!doctype html>the app" });
  expect(files["sawtooth.html"]).toBe("<!doctype html>the app");
  expect(files["index.html"]).toContain('data-app="sawtooth.html"');
  const listed = [...files["imsmanifest.xml"].matchAll(/<file href="([^"]+)"/g)].map(([, href]) => href);
  expect([...listed, "imsmanifest.xml"].sort()).toEqual(Object.keys(files).sort());
});
