import { runInNewContext } from "node:vm";
import { strFromU8, unzipSync } from "fflate";
import { Scorm12API } from "scorm-again";
import { describe, expect, test } from "vitest";
import {
  escaped,
  SCO_SCRIPT,
  scoPage,
  scormFiles,
  scormName,
  scormPackage,
} from "../../../src/teaching/task/scorm.ts";
import { packTask, taskDigest, writeTask } from "../../../src/teaching/task/task.ts";
import { taskOf } from "../example-task.ts";
import { createStandInLms, type StandInLms } from "../stand-in-lms.ts";

const task = taskOf(["title: Choose β_ecn", "title: Choose <β> & so on"]);
const APP = "<!doctype html>the app";

test("a package contains a manifest and the files that it names, with the same bytes each time", () => {
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
  // The manifest names no schema that the package does not contain.
  expect(manifest).not.toContain("schemaLocation");
  expect(manifest).toContain("<title>Choose &lt;β&gt; &amp; so on</title>");
  expect(files["index.html"]).toContain(`data-task="${packTask(task)}"`);
  expect(files["index.html"]).toContain('data-app="sawtooth.html"');
  expect(scormName(task)).toBe("choose-beta-scorm.zip");
  expect(files["task.md"]).toBe(writeTask(task));
});

test("the simulator is included, and the manifest lists it", () => {
  const files = scormFiles(task, APP);
  expect(files["sawtooth.html"]).toBe(APP);
  const listed = [...files["imsmanifest.xml"].matchAll(/<file href="([^"]+)"/g)].map(([, href]) => href);
  expect([...listed, "imsmanifest.xml"].sort()).toEqual(Object.keys(files).sort());
});

type Listener = (event: unknown) => void;

/**
 * Opens the package's page as its script sees it, two frames below the platform's page. `api` is the platform's
 * object of that name.
 */
function opened(
  api: unknown,
  where: "parents" | "opener" | "opener of the top" = "parents",
  between: object = {},
) {
  const listeners = new Map<string, Listener>();
  const sent: unknown[] = [];
  const inside = { postMessage: (message: unknown, to: string) => sent.push([message, to]) };
  const frame = { src: "", contentWindow: inside };
  const [state, code, byHand] = [{ textContent: "" }, { value: "" }, { hidden: true }];
  const waits = new Set<() => void>();
  const setTimeout = (act: () => void) => {
    waits.add(act);
    return act;
  };
  const clearTimeout = (act: () => void) => waits.delete(act);
  const platform: Record<string, unknown> = { API: api ?? undefined };
  platform.parent = platform;
  const top: Record<string, unknown> =
    where === "parents" ? platform : { opener: where === "opener" ? null : platform };
  top.parent = top;
  let reloads = 0;
  const window = {
    parent: Object.assign(Object.defineProperties({}, Object.getOwnPropertyDescriptors(between)), {
      parent: top,
    }),
    top,
    opener: where === "opener" ? { parent: platform } : null,
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  };
  const location = { reload: () => reloads++ };
  const document = {
    body: { dataset: { app: "https://app.example/", task: "z.abc" } },
    getElementById: (id: string) => ({ app: frame, state, code, "by-hand": byHand })[id],
  };
  const globals = { Date, Math, JSON, Number, Object, String, encodeURIComponent, setTimeout, clearTimeout };
  runInNewContext(SCO_SCRIPT, { window, document, location, ...globals });
  const hear = (data: unknown, source: unknown = inside) =>
    listeners.get("message")?.({ source, origin: "https://app.example", data });
  const result = (score: number, more: object = {}) =>
    hear({
      sawtooth: 1,
      type: "event",
      event: "task",
      task: { score, passed: score === 100, triesLeft: null, answer: "v=2", ...more },
    });
  const work = (now: object) => hear({ sawtooth: 1, type: "event", event: "work", work: now });
  const mayLeave = () => listeners.get("beforeunload")?.({});
  const leave = () => listeners.get("pagehide")?.({});
  const comeBack = (persisted: boolean) => listeners.get("pageshow")?.({ persisted });
  const waitInVain = () => {
    for (const act of waits) act();
  };
  const offered = () => (byHand.hidden ? null : code.value);
  return {
    frame,
    state,
    sent,
    hear,
    result,
    work,
    mayLeave,
    leave,
    comeBack,
    reloads: () => reloads,
    waitInVain,
    offered,
  };
}

describe("the page of a package", () => {
  test("starts a session, opens the task with the student's number, and subscribes to its events", () => {
    const lms = createStandInLms();
    const { frame, hear, sent, state } = opened(lms);
    expect(frame.src).toBe("https://app.example/#task=z.abc&student=2026001&embed=1");
    expect(lms.committed).toMatchObject({
      "cmi.core.lesson_status": "incomplete",
      "cmi.core.score.min": "0",
      "cmi.core.score.max": "100",
    });
    hear({ sawtooth: 1, type: "ready" });
    expect(sent).toEqual([
      [{ sawtooth: 1, type: "subscribe", id: 1, to: ["task", "work"] }, "https://app.example"],
    ]);
    expect([lms.errors, state.textContent]).toEqual([[], ""]);
  });

  test("reports the best score and a pass, and ends the session", () => {
    const lms = createStandInLms();
    const { result, leave } = opened(lms);
    result(50);
    expect(lms.committed).toMatchObject({
      "cmi.core.score.raw": "50",
      "cmi.core.lesson_status": "incomplete",
    });
    result(100, { answer: "v=2&beta-ecn=0.8" });
    expect(lms.committed).toMatchObject({ "cmi.core.score.raw": "100", "cmi.core.lesson_status": "passed" });
    result(0);
    expect(lms.committed).toMatchObject({ "cmi.core.score.raw": "100", "cmi.core.lesson_status": "passed" });
    leave();
    expect([lms.state(), lms.committed["cmi.core.exit"]]).toEqual(["terminated", "suspend"]);
    expect(lms.committed["cmi.core.session_time"]).toMatch(/^\d{4}:\d\d:\d\d$/);
    leave();
    result(100);
    expect(lms.errors).toEqual([]);
  });

  test("is incomplete until every question is answered, and lists what the teacher marks", () => {
    const lms = createStandInLms();
    const { result, work, state } = opened(lms);
    const status = () => lms.committed["cmi.core.lesson_status"];
    result(60, { passed: true, unanswered: ["why", "first"], toMark: ["why"] });
    expect([status(), state.textContent]).toEqual([
      "incomplete",
      "Not complete: there is no full answer to why, first. Your teacher marks why; the score here is without these points.",
    ]);
    work({ answer: "v=2", code: "z.a", unanswered: [] });
    result(60, { passed: true, unanswered: [], toMark: ["why"] });
    expect([status(), state.textContent]).toEqual([
      "completed",
      "Your teacher marks why; the score here is without these points.",
    ]);
    result(100, { unanswered: [], toMark: [] });
    expect([status(), state.textContent]).toEqual(["passed", ""]);
  });

  test("reports a failure when no attempts are left, and resumes on another day", () => {
    const lms = createStandInLms();
    const first = opened(lms);
    first.result(50, { triesLeft: 1, answer: "v=2&aqm=pie" });
    expect(lms.committed["cmi.core.lesson_status"]).toBe("incomplete");
    first.result(0, { triesLeft: 0, answer: "v=2&aqm=pie" });
    first.leave();
    expect(lms.committed).toMatchObject({
      "cmi.core.lesson_status": "failed",
      "cmi.core.score.raw": "50",
      "cmi.core.exit": "suspend",
    });
    const again = createStandInLms({ ...lms.committed, "cmi.core.entry": "resume" });
    const second = opened(again);
    expect(second.frame.src).toBe("https://app.example/#v=2&aqm=pie&task=z.abc&student=2026001&embed=1");
    second.result(40);
    expect(again.committed["cmi.core.score.raw"]).toBe("50");
    expect(again.errors).toEqual([]);
  });

  test.each(["opener", "opener of the top"] as const)("finds the platform by the window's %s", (where) => {
    const lms = createStandInLms();
    opened(lms, where).result(100);
    expect(lms.committed["cmi.core.lesson_status"]).toBe("passed");
  });

  test("resumes after a pass and stays passed", () => {
    const lms = createStandInLms();
    const first = opened(lms);
    first.result(100, { answer: "v=2&aqm=pie" });
    first.leave();
    const again = createStandInLms({ ...lms.committed, "cmi.core.entry": "resume" });
    const second = opened(again);
    expect(second.frame.src).toContain("#v=2&aqm=pie&task=");
    second.result(0);
    second.leave();
    expect(again.committed).toMatchObject({
      "cmi.core.lesson_status": "passed",
      "cmi.core.score.raw": "100",
    });
  });

  test("reports that an answer is too long to be stored, and stores no part of it", () => {
    const lms = createStandInLms();
    const { result, state } = opened(lms);
    result(50, { answer: `v=2&${"x".repeat(4000)}` });
    expect(JSON.parse(lms.committed["cmi.suspend_data"]).answer).toHaveLength(4004);
    expect(state.textContent).toBe("");
    result(60, { answer: `v=2&${"x".repeat(4200)}` });
    expect(JSON.parse(lms.committed["cmi.suspend_data"])).toEqual({ best: 60, answer: "" });
    expect([lms.errors, lms.committed["cmi.core.score.raw"]]).toEqual([[], "60"]);
    expect(state.textContent).toMatch(/too long for the learning platform to keep/);
  });

  test("starts another session if the browser shows a page again whose session has ended", () => {
    const { leave, comeBack, reloads } = opened(createStandInLms());
    comeBack(false);
    leave();
    comeBack(true);
    expect(reloads()).toBe(1);
  });

  test.each(["browse", "review"])("reports nothing in the mode %s, says so, and offers the code", (mode) => {
    const lms = createStandInLms({ "cmi.core.lesson_mode": mode });
    const { hear, result, leave, state, offered } = opened(lms);
    hear({ sawtooth: 1, type: "ready" });
    result(100, { code: "the code" });
    expect([state.textContent, offered()]).toEqual([
      `The learning platform opened this in the mode ${mode}: what you do here is not recorded. Press Hand in and give your teacher the code.`,
      "the code",
    ]);
    leave();
    expect([
      lms.committed["cmi.core.lesson_status"],
      lms.committed["cmi.core.score.raw"],
      lms.errors,
    ]).toEqual(["not attempted", undefined, []]);
  });

  test("continues the session if the page stays open after the question whether to leave", () => {
    const lms = createStandInLms();
    const { mayLeave, work, result, leave } = opened(lms);
    work({ answer: "v=2&beta-ecn=0.8", code: CODE("a") });
    mayLeave();
    expect([keptIn(lms.committed).last, lms.committed["cmi.core.exit"]]).toEqual([CODE("a"), "suspend"]);
    result(100);
    expect(lms.committed).toMatchObject({ "cmi.core.score.raw": "100", "cmi.core.lesson_status": "passed" });
    mayLeave();
    leave();
    expect([lms.state(), lms.errors]).toEqual(["terminated", []]);
  });

  test("reports score and status again if the platform has refused them before", () => {
    const lms = createStandInLms();
    let refuses = false;
    const api = {
      ...lms,
      LMSSetValue: (name: string, value: string) =>
        refuses && name.startsWith("cmi.core") ? "false" : lms.LMSSetValue(name, value),
    };
    const { result, state, offered } = opened(api);
    refuses = true;
    result(100, { code: CODE("a") });
    expect(offered()).toBe(CODE("a"));
    refuses = false;
    result(100, { code: CODE("b") });
    expect([state.textContent, offered()]).toEqual(["", null]);
    expect(lms.committed).toMatchObject({ "cmi.core.score.raw": "100", "cmi.core.lesson_status": "passed" });
  });

  test("does not lower the score of a platform that has lost the stored work", () => {
    const lms = createStandInLms({ "cmi.core.score.raw": "66.67", "cmi.core.lesson_status": "incomplete" });
    const { result } = opened(lms);
    result(40);
    expect(lms.committed["cmi.core.score.raw"]).toBe("66.67");
    result(70);
    expect(lms.committed["cmi.core.score.raw"]).toBe("70");
  });

  test("opens the task for a student number that is no whole text", () => {
    const number = `${"x".repeat(254)}😀`;
    const { frame } = opened(createStandInLms({ "cmi.core.student_id": number }));
    expect(frame.src).toBe(`https://app.example/#task=z.abc&student=${"x".repeat(254)}&embed=1`);
  });

  test("accepts messages only from the app, and ignores invalid ones", () => {
    const lms = createStandInLms({ "cmi.suspend_data": "{" });
    const { hear, sent } = opened(lms);
    hear({ sawtooth: 1, type: "event", event: "task", task: { score: 100, passed: true, answer: "" } }, {});
    for (const data of [null, 7, "x", {}, { sawtooth: 1 }, { sawtooth: 1, type: "event", event: "task" }])
      hear(data);
    expect([sent, lms.committed["cmi.core.lesson_status"]]).toEqual([[], "incomplete"]);
  });

  const whole = () => createStandInLms();
  const broken = () => {
    throw new Error("out of order");
  };
  const begun = () => {
    const lms = createStandInLms();
    lms.LMSInitialize("");
    return lms;
  };
  const BROKEN: readonly (readonly [what: string, api: object | null, words: string])[] = [
    ["no platform", null, "No learning platform was found: what you do here is not recorded."],
    [
      "nothing in the interface",
      {},
      "The learning platform lacks LMSInitialize: what you do here is not recorded.",
    ],
    [
      "a function that is none",
      { ...whole(), LMSCommit: "yes" },
      "The learning platform lacks LMSCommit: what you do here is not recorded.",
    ],
    ["a session begun twice", begun(), "The learning platform refused to begin: General exception (101)."],
    [
      "no word why it refuses",
      { ...whole(), LMSInitialize: () => undefined, LMSGetLastError: () => ({}) },
      "The learning platform refused to begin: it does not say why.",
    ],
    [
      "values that are not taken",
      { ...whole(), LMSSetValue: () => "false", LMSGetLastError: () => "101" },
      "The learning platform did not take cmi.core.score.min: General exception (101).",
    ],
    [
      "nothing that is stored",
      { ...whole(), LMSCommit: () => ({}) },
      "The learning platform did not store this: No error (0).",
    ],
    ...["LMSInitialize", "LMSGetValue", "LMSSetValue", "LMSCommit"].map((name): [string, object, string] => [
      `an exception at ${name}`,
      { ...whole(), [name]: broken },
      `The learning platform broke at ${name}: what you do here may not be recorded.`,
    ]),
    [
      "exceptions everywhere",
      Object.fromEntries(Object.keys(whole()).map((name) => [name, broken])),
      "The learning platform broke at LMSInitialize: what you do here may not be recorded.",
    ],
  ];
  test.each(BROKEN)(
    "with %s it shows the task, reports the problem, and offers the code for manual hand-in",
    (_, api, words) => {
      const { state, frame, result, offered, leave } = opened(api);
      expect(state.textContent).toBe(`${words} Press Hand in and give your teacher the code.`);
      expect(frame.src).toMatch(/^https:\/\/app\.example\/#task=z\.abc(?:&student=2026001)?&embed=1$/);
      result(100, { code: "the code" });
      const recorded =
        api !== null && "committed" in api && "cmi.core.score.raw" in (api as StandInLms).committed;
      expect([offered(), recorded]).toEqual([recorded ? null : "the code", recorded]);
      leave();
    },
  );

  test("stops reporting a problem that is solved, and asks for no code if there is none", () => {
    const lms = createStandInLms();
    let fails = true;
    const api = { ...lms, LMSCommit: (text: string) => (fails ? "false" : lms.LMSCommit(text)) };
    const { state, result, offered } = opened(api);
    result(50, { code: null });
    expect([state.textContent, offered()]).toEqual([expect.stringContaining("did not store this"), null]);
    result(50, { code: "one" });
    expect(offered()).toBe("one");
    fails = false;
    result(60, { code: "two" });
    expect([state.textContent, offered(), lms.committed["cmi.core.score.raw"]]).toEqual(["", null, "60"]);
  });

  test.each([
    [
      "that may not be looked into",
      {
        get API() {
          throw new Error("of another origin");
        },
      },
    ],
    ["with half an interface", { API: { LMSInitialize: () => "true" } }],
  ])("finds the platform behind a frame %s", (_, between) => {
    const lms = createStandInLms();
    expect(opened(lms, "parents", between).state.textContent).toBe("");
    expect(lms.state()).toBe("running");
  });

  test("ignores answers of a platform that are no text", () => {
    const nonsense: Record<string, unknown> = {
      "cmi.core.student_id": null,
      "cmi.core.lesson_status": { toString: broken },
      "cmi.core.lesson_mode": undefined,
      "cmi.suspend_data": '{"best":1e999,"answer":"v=2"}',
    };
    const lms = createStandInLms();
    const { frame, state, result } = opened({ ...lms, LMSGetValue: (name: string) => nonsense[name] });
    expect([frame.src, state.textContent]).toEqual(["https://app.example/#task=z.abc&embed=1", ""]);
    result(50);
    expect(lms.committed).toMatchObject({
      "cmi.core.lesson_status": "incomplete",
      "cmi.core.score.raw": "50",
    });
  });

  test("shows the task's address if the app does not load", () => {
    const late = opened(createStandInLms());
    late.waitInVain();
    expect(late.state.textContent).toMatch(
      /opened in a window of its own.*: https:\/\/app\.example\/#task=z\.abc&student=2026001$/,
    );
    late.hear({ sawtooth: 1, type: "ready" });
    expect(late.state.textContent).toBe("");
    const there = opened(createStandInLms());
    there.hear({ sawtooth: 1, type: "ready" });
    there.waitInVain();
    expect(there.state.textContent).toBe("");
  });

  test("escapes its texts", () => {
    const page = scoPage('<b>"&', "en", { app: "https://x/?a=1&b", task: "z.a" });
    expect(page).toContain("<title>&lt;b&gt;&quot;&amp;</title>");
    expect(page).toContain('data-app="https://x/?a=1&amp;b"');
    expect(escaped("a\u0000\u0007b\n")).toBe("ab\n");
  });
});

test("the stand-in has the states and error codes of SCORM 1.2", () => {
  const lms = createStandInLms();
  const code = (call: string) => [call, lms.LMSGetLastError()];
  expect(code(lms.LMSGetValue("cmi.core.student_id"))).toEqual(["", "301"]);
  expect(code(lms.LMSInitialize("x"))).toEqual(["false", "201"]);
  expect(code(lms.LMSInitialize(""))).toEqual(["true", "0"]);
  expect(code(lms.LMSInitialize(""))).toEqual(["false", "101"]);
  expect(code(lms.LMSGetValue("cmi.core.student_id"))).toEqual(["2026001", "0"]);
  expect(code(lms.LMSGetValue("cmi.core.score._children"))).toEqual(["raw,min,max", "0"]);
  expect(code(lms.LMSGetValue("cmi.core.student_id._children"))).toEqual(["", "202"]);
  expect(code(lms.LMSGetValue("cmi.core._count"))).toEqual(["", "203"]);
  expect(code(lms.LMSGetValue("cmi._version"))).toEqual(["3.4", "0"]);
  expect(code(lms.LMSGetValue("cmi.interactions.0.id"))).toEqual(["", "401"]);
  expect(code(lms.LMSGetValue("cmi.core.exit"))).toEqual(["", "404"]);
  expect(code(lms.LMSSetValue("cmi.core._children", ""))).toEqual(["false", "402"]);
  expect(code(lms.LMSSetValue("cmi.core.student_id", "x"))).toEqual(["false", "403"]);
  expect(code(lms.LMSSetValue("cmi.nothing", "x"))).toEqual(["false", "401"]);
  for (const [element, value] of [
    ["cmi.core.lesson_status", "done"],
    ["cmi.core.lesson_status", "not attempted"],
    ["cmi.core.score.raw", "101"],
    ["cmi.core.score.raw", "much"],
    ["cmi.core.session_time", "1:2:3"],
    ["cmi.core.exit", "leave"],
    ["cmi.suspend_data", "x".repeat(4097)],
  ])
    expect([element, value.slice(0, 9), ...code(lms.LMSSetValue(element, value))]).toEqual([
      element,
      value.slice(0, 9),
      "false",
      "405",
    ]);
  expect(code(lms.LMSSetValue("cmi.core.session_time", "0000:01:07.5"))).toEqual(["true", "0"]);
  expect(lms.committed).toEqual({});
  expect(code(lms.LMSCommit("x"))).toEqual(["false", "201"]);
  expect(code(lms.LMSCommit(""))).toEqual(["true", "0"]);
  expect(lms.committed["cmi.core.session_time"]).toBe("0000:01:07.5");
  expect(code(lms.LMSFinish("x"))).toEqual(["false", "201"]);
  expect(code(lms.LMSFinish(""))).toEqual(["true", "0"]);
  for (const call of [lms.LMSFinish(""), lms.LMSCommit(""), lms.LMSSetValue("cmi.comments", "")])
    expect(code(call)).toEqual(["false", "301"]);
  expect([lms.LMSGetErrorString("405"), lms.LMSGetDiagnostic("9"), lms.state()]).toEqual([
    "Incorrect data type",
    "",
    "terminated",
  ]);
});

const CODE = (letter: string, length = 60) => `z.${letter.repeat(length)}`;
const keptIn = (data: Readonly<Record<string, string>>) => JSON.parse(data["cmi.suspend_data"]);

describe("the stored data of a platform", () => {
  test("are the best answer with its code, and the current work, including attempts and answers", () => {
    const lms = createStandInLms();
    const first = opened(lms);
    first.result(50, { answer: "v=2&aqm=pie", code: CODE("a") });
    first.result(0, { answer: "v=2", code: CODE("b") });
    first.work({ answer: "v=2&beta-ecn=0.8", code: CODE("c") });
    // Single key strokes are not sent to the platform. Leaving the page stores the text.
    expect(keptIn(lms.committed).last).toBe(CODE("b"));
    first.leave();
    expect(keptIn(lms.committed)).toEqual({ best: 50, answer: "", code: CODE("a"), last: CODE("c") });
    const again = createStandInLms({ ...lms.committed, "cmi.core.entry": "resume" });
    const second = opened(again);
    expect(second.frame.src).toBe(
      `https://app.example/#task=z.abc&student=2026001&last=${CODE("c")}&embed=1`,
    );
    second.result(40, { code: CODE("d") });
    expect(keptIn(again.committed)).toMatchObject({ best: 50, code: CODE("a"), last: CODE("d") });
    expect(again.committed["cmi.core.score.raw"]).toBe("50");
    expect([lms.errors, again.errors]).toEqual([[], []]);
  });

  test("never exceed 4096 characters: less important parts are dropped first, with a message", () => {
    const kept = (best: number, last: number) => {
      const lms = createStandInLms();
      const { result, work, leave, state } = opened(lms);
      result(100, { answer: "v=2&aqm=pie", code: CODE("a", best) });
      work({ answer: "v=2", code: CODE("b", last) });
      leave();
      expect(lms.errors).toEqual([]);
      expect(lms.committed["cmi.suspend_data"].length).toBeLessThanOrEqual(4096);
      return { ...keptIn(lms.committed), said: state.textContent };
    };
    expect(kept(1900, 1900)).toMatchObject({ code: CODE("a", 1900), last: CODE("b", 1900), said: "" });
    expect(kept(3000, 3000)).toEqual({
      ...{ best: 100, answer: "", last: CODE("b", 3000), met: 1 },
      said: "",
    });
    const tooLong = kept(60, 5000);
    expect(tooLong).toMatchObject({ answer: "v=2", code: CODE("a") });
    expect(tooLong.said).toMatch(/too long for the learning platform to keep: hand in the code/);
    expect(kept(5000, 5000)).toMatchObject({ best: 100, answer: "v=2" });
  });

  test("keep the completion if there is no room for both codes", () => {
    const lms = createStandInLms();
    const first = opened(lms);
    first.result(60, { passed: true, toMark: ["why"], code: CODE("a", 3000) });
    first.result(20, { toMark: ["why"], code: CODE("b", 3000) });
    first.leave();
    expect(lms.committed["cmi.core.lesson_status"]).toBe("completed");
    const again = createStandInLms({ ...lms.committed, "cmi.core.entry": "resume" });
    opened(again).result(30, { toMark: ["why"], code: CODE("c", 3000) });
    expect(again.committed["cmi.core.lesson_status"]).toBe("completed");
  });

  test("may have been written by an older package, or be foreign", () => {
    const old = createStandInLms({ "cmi.suspend_data": '{"best":50,"answer":"v=2&aqm=pie"}' });
    expect(opened(old).frame.src).toContain("/#v=2&aqm=pie&task=");
    const odd = createStandInLms({
      "cmi.suspend_data": '{"best":50,"answer":"","last":"z.a&embed=0","code":7}',
    });
    expect(opened(odd).frame.src).toBe("https://app.example/#task=z.abc&student=2026001&embed=1");
  });
});

/** Tests with an independent implementation of SCORM 1.2 that platforms use. */
describe("in an independent player of SCORM 1.2", () => {
  const player = (cmi: Record<string, unknown> = {}) => {
    const api = new Scorm12API({ autocommit: false, logLevel: 5 });
    api.loadFromJSON(cmi, "cmi");
    return api;
  };
  const START = { core: { student_id: "2026001", student_name: "Lima, Ana" } };

  test("a session is started, scored, stored and resumed", () => {
    const api = player(START);
    const first = opened(api);
    expect(first.frame.src).toContain("student=2026001");
    expect(api.LMSGetValue("cmi.core.lesson_status")).toBe("incomplete");
    first.result(50, { answer: "v=2&aqm=pie", code: CODE("a") });
    first.work({ answer: "v=2", code: CODE("b") });
    expect(api.LMSGetValue("cmi.core.score.raw")).toBe("50");
    const errors = [api.LMSGetLastError()];
    first.leave();
    errors.push(api.LMSGetLastError());
    expect([first.state.textContent, errors]).toEqual(["", ["0", "0"]]);
    expect(api.isTerminated()).toBe(true);

    // As on a platform, the next session starts with the committed values.
    const { suspend_data, core } = api.cmi;
    const { lesson_status, score } = core;
    const kept = {
      suspend_data,
      core: { ...START.core, lesson_status, score: { raw: score.raw }, entry: "resume" },
    };
    const second = opened(player(kept));
    expect(second.frame.src).toContain(`&last=${CODE("b")}&`);
    second.result(100, { code: CODE("c") });
    expect(second.state.textContent).toBe("");
  });

  test("values that the standard does not allow would be reported", () => {
    const api = player(START);
    api.LMSInitialize("");
    expect(api.LMSSetValue("cmi.core.lesson_status", "brilliant")).toBe("false");
    api.LMSFinish("");
    const { state } = opened(api);
    expect(state.textContent).toMatch(/^The learning platform refused to begin/);
  });
});
