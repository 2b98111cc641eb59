/** Writes a task as a SCORM 1.2 package for Moodle, Canvas and other learning platforms: a zip archive with a manifest. */

import { zipFile } from "../../lib/file-text.ts";
import { packTask, studentsPart, type Task, taskDigest, writeTask } from "./task.ts";

/** Name of the file in the package that holds the simulator: the page as a single file. */
const APP_FILE = "sawtooth.html";

/** Returns the files of the package. `page` is the simulator as a single file. */
export function scormFiles(task: Task, page: string): Readonly<Record<string, string>> {
  const files = {
    "index.html": scoPage(task.title, task.lang, { app: APP_FILE, task: packTask(task) }),
    "sco.js": SCO_SCRIPT,
    "task.md": writeTask(studentsPart(task)),
    [APP_FILE]: page,
  };
  return { "imsmanifest.xml": manifest(task, Object.keys(files)), ...files };
}

export function scormName({ id }: Pick<Task, "id">): string {
  return `${id}-scorm.zip`;
}

export function scormPackage(task: Task, page: string): Uint8Array<ArrayBuffer> {
  return zipFile(scormFiles(task, page));
}

/**
 * Returns the manifest. It has one organisation with one item, which is a SCO (the part that reports results). No mastery score
 * is declared, because the SCO itself reports whether it was passed. There is no xsi:schemaLocation: the schema files of IMS and
 * ADL have their own licence terms, no platform reads them from a package, and naming a missing file is an error for a validating
 * parser.
 */
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

/**
 * The page that a learning platform opens. It shows the task in the simulator's page, receives the result of each attempt as a
 * message, and reports it through the run-time interface of SCORM 1.2 ("API": LMSInitialize, LMSSetValue, LMSCommit, LMSFinish).
 * The task is shown even if the platform does not respond. If a result cannot be reported, it is shown together with the code, so
 * that it can be handed in by hand. The script is plain JavaScript, because it runs unchanged in the platform's page.
 */

/** Values that are written into the page for its script. */
interface ScoSettings {
  /** Path of the simulator's page, relative to the folder of this page. */
  readonly app: string;
  /** The task as text, as it is written after "task=" in a URL. */
  readonly task: string;
}

export function scoPage(title: string, lang: string, settings: ScoSettings): string {
  return `<!doctype html>
<html lang="${escaped(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
html, body { height: 100%; margin: 0; font: 16px/1.4 system-ui, sans-serif; }
body { display: flex; flex-direction: column; }
iframe { flex: 1; width: 100%; border: 0; }
p { margin: 0; padding: 6px 12px; }
p:empty, [hidden] { display: none; }
input { width: 24em; max-width: 100%; font: inherit; }
</style>
</head>
<body data-app="${escaped(settings.app)}" data-task="${escaped(settings.task)}">
<p id="state" role="status" lang="en"></p>
<p id="by-hand" lang="en" hidden><label for="code">Code to hand in by hand:</label> <input id="code" readonly></p>
<iframe id="app" title="${escaped(title)}" allow="clipboard-write"></iframe>
<script src="sco.js"></script>
</body>
</html>
`;
}

export function escaped(text: string): string {
  const plain = text.replace(/[^\P{Cc}\n\t]/gu, "");
  return plain
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Maximum length of a CMIString4096 in SCORM 1.2 (characters). */
const LONGEST_KEPT = 4096;

/** Time after the last key press at which the typed text is stored (ms). */
const STORE_AFTER_MS = 1500;

/** Maximum length of a CMIIdentifier in SCORM 1.2 (characters). */
const LONGEST_ID = 255;

/** Number of parent frames that are searched for the platform's API. */
const MOST_FRAMES = 20;

/**
 * If the simulator's page sends no message for this time (ms), it counts as unavailable: its server may be down, or may not allow
 * frames.
 */
const PATIENCE_MS = 30_000;

export const SCO_SCRIPT = `"use strict";
(function () {
  var app = document.body.dataset.app;
  var task = document.body.dataset.task;
  var frame = document.getElementById("app");
  var began = Date.now();
  var NEEDED = "LMSInitialize LMSGetValue LMSSetValue LMSCommit LMSFinish LMSGetLastError LMSGetErrorString".split(" ");
  var BY_HAND = " Press Hand in and give your teacher the code.";
  var missing = "";
  var api = apiFrom(window) || apiFrom(openerOf(window)) || apiFrom(openerOf(window.top));
  var open = false;
  var counts = false;
  var status = "";
  /* best, code: the best score and the code of that answer. answer, last: the current run and the code of the current work. */
  var kept = { best: -1, code: "", answer: "", last: "", met: false };
  /* Questions that the teacher marks. */
  var toMark = [];
  /* True if no try is left and no try has met everything. */
  var failed = false;
  var due;
  /* The last code that the user was told is too long to store. */
  var told = "";
  /* The message about what the platform has refused since the last try; empty if it has accepted everything. */
  var trouble = "";

  /* Returns the window that opened this one. If the platform opened a window, only its topmost frame has an opener. */
  function openerOf(place) {
    try {
      return place.opener || null;
    } catch (error) {
      return null;
    }
  }

  function apiFrom(from) {
    var place = from;
    for (var i = 0; place && i < ${MOST_FRAMES}; i++) {
      var found = ownApi(place);
      if (found) return found;
      if (place.parent === place) return null;
      place = place.parent;
    }
    return null;
  }

  /* Returns a frame's interface if it is complete; otherwise null. Frames of other origins cannot be read. */
  function ownApi(place) {
    try {
      var found = place.API;
      if (!found) return null;
      var lacks = NEEDED.filter(function (name) { return typeof found[name] !== "function"; });
      if (lacks.length === 0) return found;
      missing = lacks[0];
    } catch (error) {
      /* The parent frame may be the platform's. */
    }
    return null;
  }

  function say(words) {
    document.getElementById("state").textContent = words;
  }

  function fail(words) {
    if (trouble !== "") return;
    trouble = words;
    say(words + BY_HAND);
  }

  /* Calls the platform. Returns its answer as text; "" if it throws, or returns something else. */
  function ask(name, first, second) {
    try {
      var given = second === undefined ? api[name](first) : api[name](first, second);
      return /^(?:string|number|boolean)$/.test(typeof given) ? String(given) : "";
    } catch (error) {
      fail("The learning platform broke at " + name + ": what you do here may not be recorded.");
      return "";
    }
  }

  function reason() {
    var code = ask("LMSGetLastError");
    var words = code === "" ? "" : ask("LMSGetErrorString", code);
    return code === "" ? "it does not say why" : words + " (" + code + ")";
  }

  function get(name) {
    return open ? ask("LMSGetValue", name) : "";
  }

  /* Returns true if the platform has accepted the value. */
  function set(name, value) {
    var taken = open && ask("LMSSetValue", name, value) === "true";
    if (open && !taken) fail("The learning platform did not take " + name + ": " + reason() + ".");
    return taken;
  }

  function commit() {
    if (open && ask("LMSCommit", "") !== "true") fail("The learning platform did not store this: " + reason() + ".");
  }

  /* Returns the time of the session in the format of the standard: HHHH:MM:SS. */
  function sessionTime() {
    var seconds = Math.floor((Date.now() - began) / 1000);
    var two = function (number) { return (number < 10 ? "0" : "") + number; };
    var hours = Math.min(9999, Math.floor(seconds / 3600));
    return ("000" + hours).slice(-4) + ":" + two(Math.floor(seconds / 60) % 60) + ":" + two(seconds % 60);
  }

  function begin() {
    if (!api && missing === "") return fail("No learning platform was found: what you do here is not recorded.");
    if (!api) return fail("The learning platform lacks " + missing + ": what you do here is not recorded.");
    open = ask("LMSInitialize", "") === "true";
    if (!open) return fail("The learning platform refused to begin: " + reason() + ".");
    status = get("cmi.core.lesson_status");
    /* The platform grades nothing in the modes browse and review. */
    var mode = get("cmi.core.lesson_mode");
    counts = !/^(?:browse|review)$/.test(mode);
    remember(get("cmi.suspend_data"));
    /* A platform may lose the stored work and keep the score. A later try must not lower that score. */
    var scored = get("cmi.core.score.raw");
    if (/^(?:100|\\d{1,2})(?:\\.\\d+)?$/.test(scored)) kept.best = Math.max(kept.best, Number(scored));
    if (!counts) return fail("The learning platform opened this in the mode " + mode + ": what you do here is not recorded.");
    set("cmi.core.score.min", "0");
    set("cmi.core.score.max", "100");
    if (!/^(?:passed|completed|failed|incomplete|browsed)$/.test(status)) setStatus("incomplete");
    commit();
  }

  function remember(text) {
    try {
      var data = JSON.parse(text);
      var known = data.best >= -1 && data.best <= 100 && typeof data.answer === "string";
      if (!known) return;
      kept.best = data.best;
      kept.answer = data.answer;
      kept.last = codeOr(data.last, "");
      kept.met = data.met === 1;
      /* If both codes are equal, only one is stored. */
      kept.code = codeOr(data.code, kept.last);
    } catch (error) {
      /* The platform has stored no work yet. */
    }
  }

  function codeOr(text, otherwise) {
    return typeof text === "string" && /^z\\.[A-Za-z0-9_-]*$/.test(text) ? text : otherwise;
  }

  /* Returns the text to store. If it is too long for the platform, the least important parts are left out first. */
  function keptText() {
    var current = { best: kept.best, answer: "", last: kept.last };
    var forms = [
      kept.code === kept.last ? current : Object.assign({ code: kept.code }, current),
      current,
      { best: kept.best, answer: kept.answer, code: kept.code },
      { best: kept.best, answer: kept.answer },
    ];
    /* The run alone describes the current work if it has no code. */
    if (kept.last === "") forms = [{ best: kept.best, answer: kept.answer, code: kept.code }].concat(forms.slice(3));
    for (var i = 0; i < forms.length; i++) {
      var text = textOf(forms[i]);
      if (text.length > ${LONGEST_KEPT}) continue;
      if (i >= 2 && kept.last !== "" && kept.last !== told) {
        told = kept.last;
        say("Your answers are too long for the learning platform to keep: hand in the code before you leave.");
      }
      return text;
    }
    say("This answer is too long for the learning platform to keep: on another day you start again.");
    return textOf({ best: kept.best, answer: "" });
  }

  /* Every form says that all conditions were met. Otherwise the next session would take back the completion. */
  function textOf(form) {
    if (kept.met) form.met = 1;
    return JSON.stringify(form);
  }

  function namesIn(list) {
    return Array.isArray(list) ? list.map(String) : [];
  }

  /* Incomplete until every condition is met and every question is answered. Work that the teacher still has to mark
     has not passed yet. */
  function settle(unanswered) {
    var words = "";
    if (kept.met && unanswered.length > 0) words = "Not complete: there is no full answer to " + unanswered.join(", ") + ".";
    if (toMark.length > 0) words += (words === "" ? "" : " ") + "Your teacher marks " + toMark.join(", ") + "; the score here is without these points.";
    if (trouble === "") say(words);
    if (status === "passed") return;
    var next = failed ? "failed" : "incomplete";
    if (kept.met && unanswered.length === 0) next = toMark.length > 0 ? "completed" : "passed";
    if (next !== status) setStatus(next);
  }

  /* A status that the platform has not accepted is reported again after the next try. */
  function setStatus(next) {
    if (set("cmi.core.lesson_status", next)) status = next;
  }

  function report(result) {
    if (open && counts) {
      trouble = "";
      say("");
      kept.answer = String(result.answer);
      kept.last = codeOr(result.code, "");
      if (result.score > kept.best) {
        kept.best = result.score;
        kept.code = kept.last;
      }
      /* The score is reported after each try, because the platform may have refused it before. */
      if (kept.best >= 0) set("cmi.core.score.raw", String(kept.best));
      kept.met = kept.met || result.passed === true;
      toMark = namesIn(result.toMark);
      if (result.triesLeft === 0 && !kept.met) failed = true;
      settle(namesIn(result.unanswered));
      store();
    }
    offer(trouble === "" ? "" : result.code);
  }

  /* There is no code without a name: the task asks for the name when the work is handed in. */
  function offer(code) {
    var given = typeof code === "string" ? code : "";
    var field = document.getElementById("code");
    field.value = given;
    field.onfocus = function () { field.select(); };
    document.getElementById("by-hand").hidden = given === "";
  }

  function store() {
    clearTimeout(due);
    due = undefined;
    set("cmi.suspend_data", keptText());
    set("cmi.core.session_time", sessionTime());
    commit();
  }

  /* Stores work between tries. It is called at each key press, but does not send each one to the platform. */
  function work(now) {
    if (!open || !counts) return;
    kept.answer = String(now.answer);
    kept.last = codeOr(now.code, "");
    if (kept.met) settle(namesIn(now.unanswered));
    if (due === undefined) due = setTimeout(store, ${STORE_AFTER_MS});
  }

  /* Stores everything before the page may close. It may also stay open: a link to a download sends "beforeunload" too, and so
     does a question whether to leave. Therefore the session continues. */
  function prepareToLeave() {
    if (!open) return;
    if (due !== undefined) store();
    /* This is also set after a pass, because some platforms forget status and score of a session that was not
       suspended. */
    set("cmi.core.exit", "suspend");
    set("cmi.core.session_time", sessionTime());
    commit();
  }

  function finish() {
    if (!open) return;
    prepareToLeave();
    ask("LMSFinish", "");
    open = false;
  }

  function address() {
    /* A half of a surrogate pair cannot be part of a URL. */
    var student = get("cmi.core.student_id").slice(0, ${LONGEST_ID}).replace(/\\p{Surrogate}/gu, "");
    /* The code contains the settings, the answers in words and the tries. */
    var goesOn = student !== "" && kept.last !== "";
    return (
      app +
      "#" +
      (kept.answer === "" || goesOn ? "" : kept.answer + "&") +
      "task=" +
      task +
      (student === "" ? "" : "&student=" + encodeURIComponent(student)) +
      (goesOn ? "&last=" + kept.last : "")
    );
  }

  function show() {
    var here = address();
    frame.src = here + "&embed=1";
    waiting = setTimeout(function () {
      say("The task does not appear here. It can be opened in a window of its own, and the code handed in by hand: " + here);
    }, ${PATIENCE_MS});
  }

  var waiting;
  window.addEventListener("message", function (event) {
    var data = event.data;
    if (event.source !== frame.contentWindow || !data || data.sawtooth !== 1) return;
    if (data.type === "ready") {
      clearTimeout(waiting);
      say(trouble === "" ? "" : trouble + BY_HAND);
      frame.contentWindow.postMessage(
        { sawtooth: 1, type: "subscribe", id: 1, to: ["task", "work"] },
        event.origin === "null" || /^file:/.test(event.origin) ? "*" : event.origin,
      );
    }
    if (data.type === "event" && data.event === "task" && data.task) report(data.task);
    if (data.type === "event" && data.event === "work" && data.work) work(data.work);
  });
  window.addEventListener("pagehide", finish);
  /* A session that has ended cannot be continued. A user who returns with the browser's Back button starts a new one. */
  window.addEventListener("pageshow", function (event) {
    if (event.persisted) location.reload();
  });
  window.addEventListener("beforeunload", prepareToLeave);
  begin();
  show();
})();
`;
