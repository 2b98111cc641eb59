import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadOf, originOf, type Question, scenarioToUrl, setParam } from "../../../../src/engine/index.ts";
import { packText } from "../../../../src/lib/packed-text.ts";
import { handInCode, handInOf, readHandIn } from "../../../../src/teaching/answer/hand-in.ts";
import { countedRuns, type KeptResults } from "../../../../src/teaching/check/check.ts";
import { PROGRAM_READER } from "../../../../src/teaching/document/file-programs.ts";
import { withCode } from "../../../../src/teaching/task/program-answer.ts";
import { packTask, type Task, taskDigest } from "../../../../src/teaching/task/task.ts";
import { variantOf } from "../../../../src/teaching/task/variant.ts";
import type { Bench } from "../../../../src/ui/core/bench.ts";
import { type Guide, optionsToFragment, WHOLE_PAGE } from "../../../../src/ui/core/page-options.ts";
import { consentOf } from "../../../../src/ui/features/custom-code/consent.ts";
import {
  hasWork,
  ownMemory,
  readMemory,
  TRIES,
  writeMemory,
} from "../../../../src/ui/features/tasks/task-memory.ts";
import { countedWork, TaskSession, wantedEvidence } from "../../../../src/ui/features/tasks/task-session.ts";
import { STUDENT } from "../../../../src/ui/parts/guide/student.ts";
import { myProgramsOf } from "../../../../src/ui/parts/my-programs.ts";
import { ready } from "../../../engine/custom/custom-runs.ts";
import { example, taskOf } from "../../../teaching/example-task.ts";
import { programTask } from "../../../teaching/made-programs.ts";
import { madeDevice, madeTab } from "../../core/made-device.ts";
import { madeBench, madeResults } from "../../core/made-runs.ts";
import { MadePool } from "../../shared/runs/made-work.ts";

const ALIKE = [["vary: rtt 40ms..80ms step 20ms\n", ""]] as const;
const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0));

let bench: Bench;
let session: TaskSession;
let crew: MadePool;

beforeEach(() => {
  bench = madeBench();
  crew = new MadePool(4);
  session = new TaskSession(bench, crew);
});

function open(task: Task, guide: Partial<Guide> = {}): void {
  const whole: Guide = { kind: "task", text: packTask(task), step: 1, sets: true, ...guide };
  bench.store.set({ guide: whole });
  session.open(whole);
}

const state = () => session.store.get();
const shown = () => bench.store.get().scenario;
const standing = () => session.standing(shown());
const set = (id: "beta-ecn" | "rtt", value: number) =>
  bench.edits.edit(setParam(shown(), { scope: "flow", flow: 0 }, id, value));

async function tried(): Promise<void> {
  session.try();
  await nextTask();
  await crew.work();
}

describe("a task on the bench", () => {
  test("sets its scenario and allows the changes that it lists", () => {
    open(taskOf(...ALIKE));
    expect(scenarioToUrl(shown())).toBe("v=2&duration=20s");
    expect(bench.store.get().bounds).toMatchObject({ touch: ["beta-ecn", "aqm"], by: "The task" });
    set("beta-ecn", 0.8);
    set("rtt", 7);
    expect(scenarioToUrl(shown())).toBe("v=2&beta-ecn=0.8&duration=20s");
    set("beta-ecn", 0.99);
    expect(shown().flows[0].params["beta-ecn"]).toBe(0.8);
  });

  test("shows the optional plots that its conditions and questions are about", () => {
    open(taskOf(...ALIKE));
    expect(bench.store.get().frame.more).toEqual([]);
    open(taskOf(...ALIKE, ["count: utilisation", "count: fct <= 2 s\ncount: utilisation"]));
    expect(bench.store.get().frame.more).toEqual(["download-time"]);
    const asked = "question: rtt number ms: Which round trip?\nkey: rtt srtt-mean within 5 %";
    open(
      taskOf(...ALIKE, [
        "count: utilisation",
        `count: queue-mean <= 9 packets\n${asked}\ncount: utilisation`,
      ]),
    );
    expect(bench.store.get().frame.more).toEqual(["download-time", "queue-length", "srtt"]);
  });

  test("with variants waits for a name, and continues with the settings made", () => {
    const task = taskOf();
    open(task);
    expect([state().variant, bench.store.get().bounds?.touch]).toEqual([null, []]);
    session.setName(" Ana ");
    expect(state().name).toBe("Ana");
    expect(scenarioToUrl(shown())).toBe(scenarioToUrl(variantOf(task, "Ana").scenario));
    set("beta-ecn", 0.8);
    const other =
      ["Bo", "Cy", "Di", "Ed"].find(
        (name) => variantOf(task, name).values[0].value !== variantOf(task, "Ana").values[0].value,
      ) ?? "";
    session.setName(other);
    expect(standing()).toMatchObject({ refusals: [], settings: [{ key: "beta-ecn", text: "0.8" }] });
  });

  test("keeps what a link contains, and reports what is not allowed until it is set back", () => {
    const task = taskOf(...ALIKE);
    bench.edits.open({
      scenario: setParam(task.scenario, { scope: "flow", flow: 0 }, "rtt", 7),
      pinned: null,
      mode: "whole",
      values: new Map(),
      watch: null,
      playheadS: null,
    });
    open(task, { sets: false });
    expect(standing().refusals).toEqual(["RTT was changed; the task does not allow this."]);
    expect(session.handIn(shown())).toBeNull();
    session.setBack();
    expect(standing().refusals).toEqual([]);
    expect(scenarioToUrl(shown())).toBe("v=2&duration=20s");
  });

  test("is tried on all that counts; an answer uses one attempt, up to the limit", async () => {
    open(taskOf(...ALIKE, ["tries: 3", "tries: 2"]));
    await tried();
    expect(state()).toMatchObject({ tries: 1, trying: null });
    expect(bench.store.get().reported.task).toMatchObject({
      tries: 1,
      triesLeft: 1,
      met: 1,
      of: 2,
      code: null,
    });
    expect(standing().verdict).toMatchObject({ passed: false, met: 1 });
    await tried();
    expect(state().tries).toBe(1);
    for (const [beta, tries] of [
      [0.6, 2],
      [0.7, 2],
    ] as const) {
      set("beta-ecn", beta);
      expect(standing().verdict).toBeNull();
      await tried();
      expect(state().tries).toBe(tries);
    }
    expect(standing().verdict).toBeNull();
  });

  test("keeps the results of an attempt when the name is entered after it", async () => {
    open(taskOf(...ALIKE, ["tries: 3", "tries: 1"]));
    await tried();
    session.setName("Ana");
    expect(standing().verdict).toMatchObject({ met: 1 });
    expect(state().tries).toBe(1);
  });

  test("ends the attempt of a variant whose student changes", async () => {
    open(taskOf());
    session.setName("Ana");
    session.try();
    await nextTask();
    session.setName("Bo");
    await nextTask();
    expect(state()).toMatchObject({ name: "Bo", tries: 0, trying: null });
  });

  test("counts no attempt that was cancelled", async () => {
    open(taskOf(...ALIKE));
    session.try();
    await nextTask();
    expect(crew.asked).toHaveLength(4);
    expect(crew.asked.map(({ job }) => job.key)).toContain("v=2&capacity=20Mbps&duration=20s&seed=2");
    session.cancelTry();
    await nextTask();
    expect(state()).toMatchObject({ tries: 0, trying: null });
  });

  test("shows hints one by one", () => {
    open(taskOf(...ALIKE));
    for (const shownHints of [1, 2, 2]) {
      session.showHint();
      expect(state().hints).toBe(shownHints);
    }
  });

  test("is handed in with a name, and the hand-in opens as such", () => {
    const task = taskOf(...ALIKE);
    open(task);
    set("beta-ecn", 0.8);
    expect(session.handIn(shown())).toBeNull();
    session.setName("Ana");
    const handIn = session.handIn(shown());
    expect(readHandIn(handIn?.code ?? "")).toMatchObject({
      kind: "code",
      handIn: { name: "Ana", tries: 0, settings: [{ key: "beta-ecn", text: "0.8" }] },
    });
    expect(handIn?.fragment).toMatch(/^v=2&beta-ecn=0\.8&duration=20s&task=z\..*&hand-in=z\./);
    open(task, { sets: false, once: { "hand-in": handIn?.code ?? "" } });
    expect(state()).toMatchObject({ handedIn: true, name: "Ana" });
    expect(bench.store.get().made).toBeNull();
    // A hand-in with a run states its origin, like a shared link.
    const read = readHandIn(handIn?.code ?? "");
    const origin = originOf("0.1.0", "1a2b3c4d", ["97.2"]);
    const code =
      read.kind === "code" ? handInCode({ ...read.handIn, record: { origin, runs: [[96.04, null]] } }) : "";
    for (const sets of [false, true]) {
      open(task, { sets, once: { "hand-in": code } });
      expect(bench.store.get().made).toEqual({
        by: origin,
        scenario: shown(),
        fragment: `task=${packTask(task)}&hand-in=${code}`,
        recorded: [
          expect.objectContaining({ label: "Utilisation", was: "96.0" }),
          expect.objectContaining({ label: "Queue delay, 99th percentile", was: "-" }),
        ],
      });
    }
    open(taskOf(...ALIKE, ["30 ms", "31 ms"]), { sets: false, once: { "hand-in": handIn?.code ?? "" } });
    expect(state().handedIn).toBe(false);
  });

  test("takes a student's name from a personal link", () => {
    const task = taskOf();
    open(task, { kept: { student: "2026001" } });
    expect(state()).toMatchObject({ name: "2026001", namedBy: "link" });
    session.setName("Ana");
    expect([state().name, state().variant !== null]).toEqual(["2026001", true]);
    expect(optionsToFragment(bench.store.get().guide, WHOLE_PAGE)).toMatch(/^&task=z\..*&student=2026001$/);
  });

  test("that cannot be read says why, and can be closed", () => {
    bench.store.set({ guide: { kind: "task", text: "z.x", step: 1, sets: true } });
    session.open({ kind: "task", text: "z.x", step: 1, sets: true });
    expect([state().task, state().problems[0].message]).toEqual([null, expect.stringMatching(/damaged/)]);
    session.leave();
    expect([bench.store.get().guide, bench.store.get().bounds, state().problems]).toEqual([null, null, []]);
  });

  test("opens with a setting that no longer exists, and names it", () => {
    const text = packText(example(["#v=2", "#bbr-budget=4&v=2"]));
    open(taskOf(), { text });
    expect(bench.store.get().notices).toMatchObject([
      {
        title: "One setting in this task no longer exists.",
        lines: [expect.stringContaining("bbr-budget=4")],
      },
    ]);
  });

  test("is unchanged when the panel is drawn again", () => {
    const guide: Guide = { kind: "task", text: packTask(taskOf(...ALIKE)), step: 1, sets: true };
    session.open(guide);
    set("beta-ecn", 0.8);
    session.open(guide);
    expect(shown().flows[0].params["beta-ecn"]).toBe(0.8);
    session.beginAnew();
    expect(shown().flows[0].params["beta-ecn"]).toBe(0.5);
  });
});

test("runs that count are each run once, and their results are returned by key", () => {
  const task = taskOf();
  const runs = countedRuns(task, task.scenario, task.scenario);
  let of: (key: string) => KeptResults | undefined = () => undefined;
  const work = countedWork(
    task,
    () => [...runs, ...runs],
    (known) => {
      of = known;
    },
  );
  const jobs = work.jobs();
  expect(jobs.map(({ key }) => key)).toEqual(runs.map(({ key }) => key));
  const results = madeResults({ utilisation: 0.9 });
  const reading = work.read({ results, digest: "1a2b", snapshot: null, ended: [], turns: [] }, jobs[0]);
  expect(work.reduce(new Map([[jobs[0].key, reading]]))).toEqual({
    figures: [],
    heatMaps: [],
    tables: [],
    claims: [],
  });
  expect([of(jobs[0].key), of(jobs[1].key)]).toEqual([
    { values: [90, results.links[0].sojournMs?.p99], ended: null, digest: "1a2b" },
    undefined,
  ]);
  expect(work.cost(jobs[0])).toBe(loadOf(jobs[0].scenario));
});

test("all runs of a hand-in with a program are charged if one of them is missing", () => {
  const task = taskOf();
  const programs = [PROGRAM_READER.read("// @sender Own\nfunction onAck(tcp) {}")];
  const runs = ["a", "b"].flatMap((name) =>
    [1, 2].map((seed) => ({
      ...{ key: `${name}${seed}`, path: 0, seed, handIns: [name] },
      scenario: { ...task.scenario, programs },
    })),
  );
  const result = { values: [], ended: null };
  const known = new Map(["a1", "a2", "b1"].map((key) => [key, result]));
  const work = countedWork(
    task,
    () => runs,
    () => {},
    known,
  );
  expect(work.jobs().map(({ key }) => key)).toEqual(["b1", "b2"]);
});

describe("written answers", () => {
  const asked = taskOf(...ALIKE, [
    "seeds: 2",
    "seeds: 2\nquestion: why text 5..20: Why?\nquestion: cut evidence: Where?\nquestion: wait number ms: How long?",
  ]);
  const mark: Question = { kind: "queue-event", event: "mark", link: 0, flow: 0, atS: 12.5 };
  const ask = (question: Question) => session.explanation.set({ open: { question, title: "A mark" } });
  const handedIn = () => {
    const read = readHandIn(session.handIn(shown())?.code ?? "");
    return read.kind === "code" ? read.handIn.answers : null;
  };

  test("are typed, limited, pinned and handed in", () => {
    open(asked);
    session.setName("Ana");
    expect(wantedEvidence(session.store.get())).toMatchObject([{ id: "cut", prompt: "Where?", of: "any" }]);
    session.setAnswer("why", "so\u0000 it is, and much more than that");
    session.setAnswer("wait", "12,5");
    session.setAnswer("nothing", "x");
    set("beta-ecn", 0.8);
    ask(mark);
    session.pin("cut");
    expect(handedIn()).toEqual([
      { id: "why", text: "so  it is, and much " },
      { id: "cut", text: "queue,mark,1,1,12.5" },
      { id: "wait", text: "12.5" },
    ]);
    // The run has changed, so the evidence names the run that it is from.
    set("beta-ecn", 0.9);
    expect(handedIn()?.[1].text).toBe("queue,mark,1,1,12.5;beta-ecn=0.8");
  });

  test("do not lengthen the code if there are none", () => {
    open(asked);
    session.setName("Ana");
    expect(handedIn()).toEqual([]);
    expect(session.handIn(shown())?.code.length).toBeLessThan(80);
  });

  test("are restored from a platform with attempts and settings, and the student cannot be changed there", () => {
    open(asked);
    session.setName("1234");
    set("beta-ecn", 0.8);
    ask(mark);
    session.pin("cut");
    const code = session.handIn(shown())?.code ?? "";
    const again = madeBench();
    const resumed = new TaskSession(again, crew);
    again.store.set(({ frame }) => ({ frame: { ...frame, embed: true } }));
    const guide = {
      kind: "task",
      text: packTask(asked),
      step: 1,
      sets: true,
      kept: { student: "1234" },
      once: { last: code },
    } as const;
    again.store.set({ guide });
    resumed.open(guide);
    expect(scenarioToUrl(again.store.get().scenario)).toBe("v=2&beta-ecn=0.8&duration=20s");
    resumed.setName("Somebody else");
    expect(resumed.store.get()).toMatchObject({ name: "1234", namedBy: "platform" });
    expect(resumed.handIn(again.store.get().scenario)?.code).toBe(code);
    resumed.setAnswer("why", "because");
    expect(again.store.get().reported.work).toMatchObject({ id: asked.id, tries: 0 });
    expect(again.store.get().reported.work).not.toMatchObject({ code });
  });
});

const device = madeDevice();

/** Closes the page and opens it again with the task's link. */
function reopen(task: Task, guide: Partial<Guide> = {}): void {
  bench = madeTab();
  session = new TaskSession(bench, crew);
  open(task, guide);
}

describe("a task that is opened again", () => {
  const task = taskOf(...ALIKE, ["seeds: 2", "seeds: 2\nquestion: why text 5..20: Why?"]);
  const begin = (guide: Partial<Guide> = {}) => {
    reopen(task, guide);
    session.setName("Ana");
    set("beta-ecn", 0.8);
    session.setAnswer("why", "because");
  };
  const texts = () => state().answers.map(({ text }) => text);

  test("shows stored work once the user confirms that it is theirs", () => {
    begin();
    reopen(task);
    expect(state()).toMatchObject({ name: "", variant: null, found: { name: "Ana" } });
    expect([texts(), scenarioToUrl(shown())]).toEqual([[], "v=2&duration=20s"]);
    session.takeFound();
    expect(state()).toMatchObject({ name: "Ana", found: null });
    expect([texts(), scenarioToUrl(shown())]).toEqual([["because"], "v=2&beta-ecn=0.8&duration=20s"]);
  });

  test("does not take the settings of a lesson that was opened in between for the student's", () => {
    begin();
    const lesson: Guide = { kind: "lesson", text: "l4s", step: 1, sets: true };
    const scenario = setParam(shown(), { scope: "flow", flow: 0 }, "beta-ecn", 0.6);
    bench.store.set({ guide: lesson, bounds: null, scenario });
    reopen(task);
    session.takeFound();
    expect(scenarioToUrl(shown())).toBe("v=2&beta-ecn=0.8&duration=20s");
  });

  test.each(["Ana", ""])("keeps the work of another student, called %j, separate", (name) => {
    begin();
    session.setName(name);
    session.setAnswer("why", "mine");
    reopen(task);
    session.refuseFound();
    expect(state()).toMatchObject({ name: "", variant: null, needsName: true });
    session.setName("Bo");
    expect([texts(), scenarioToUrl(shown())]).toEqual([[""], "v=2&duration=20s"]);
    session.setAnswer("why", "Bo's");
    expect(ownMemory(bench.device, taskDigest(task), name).answers).toEqual([{ id: "why", text: "mine" }]);
  });

  test("continues at once after a reload, whose link contains the run too", () => {
    begin();
    reopen(task, { sets: false });
    expect([state().name, texts()]).toEqual(["Ana", ["because"]]);
    // The link was made before the last change.
    expect(state().offered).toEqual([{ key: "beta-ecn", text: "0.8" }]);
  });

  test("by a personal link keeps answers, attempts and hints without a question", async () => {
    const personal = { kept: { student: "0016" } };
    reopen(task, personal);
    session.setAnswer("why", "because");
    session.showHint();
    set("beta-ecn", 0.8);
    await tried();
    reopen(task, personal);
    expect(state()).toMatchObject({ name: "0016", tries: 1, hints: 1, found: null });
    expect([texts(), scenarioToUrl(shown())]).toEqual([["because"], "v=2&beta-ecn=0.8&duration=20s"]);
    expect(bench.device.read(STUDENT)).not.toBe("0016");
  });

  test("tries the same answer again without using an attempt", async () => {
    const once = taskOf(...ALIKE, ["tries: 3", "tries: 1"]);
    reopen(once);
    await tried();
    reopen(once);
    session.takeFound();
    expect(standing()).toMatchObject({ verdict: null, isFree: true });
    await tried();
    expect([state().tries, standing().verdict?.met]).toEqual([1, 1]);
    set("beta-ecn", 0.8);
    await tried();
    expect(standing()).toMatchObject({ verdict: null, isFree: false });
  });

  test("follows what another tab writes, so that no older text replaces it", () => {
    begin();
    const first = session;
    reopen(task, { sets: false });
    session.setAnswer("why", "a better answer");
    for (const name of device().kept.keys()) device().tell(name);
    expect(first.store.get().answers[0].text).toBe("a better answer");
  });

  test("lets a student restore what a restart has replaced", () => {
    begin();
    session.beginAnew();
    reopen(task, { sets: false });
    expect(state().offered).toEqual([{ key: "beta-ecn", text: "0.8" }]);
    session.takeOffered();
    expect(scenarioToUrl(shown())).toBe("v=2&beta-ecn=0.8&duration=20s");
  });
});

describe("a task with a program", () => {
  beforeAll(ready);
  const code = () => bench.store.get().scenario.programs?.[0].code;

  test("shows nothing of the task, and stores nothing, before the program may run", () => {
    const task = programTask();
    reopen(task);
    expect(consentOf(bench).held?.packed).toHaveLength(1);
    expect(state().isHeld).toBe(true);
    expect(standing()).toMatchObject({ settings: [], refusals: [] });
    set("beta-ecn", 0.8);
    expect(hasWork(ownMemory(bench.device, taskDigest(task), ""))).toBe(false);
    consentOf(bench).agree();
    expect([state().isHeld, code()]).toEqual([false, task.programs[0].code]);
  });

  test("has the student's program when it is opened again, without a question", async () => {
    const task = programTask();
    const given = task.programs[0].code;
    const mine = given.replace("0.5", "0.7");
    reopen(task);
    consentOf(bench).agree();
    bench.edits.edit(withCode(shown(), task.code?.id ?? "", mine));
    // The editor does this with each program that has run.
    consentOf(bench).remember(packText(mine));
    reopen(task);
    // The task's own program still needs the user's consent.
    consentOf(bench).agree();
    session.takeFound();
    await expect.poll(code).toBe(mine);
    expect(consentOf(bench).held).toBeNull();
    expect(standing().settings).toMatchObject([{ text: mine }]);
    // A newer text with a fault is not the answer, and the panel says so.
    expect(session.hasUnusedText(shown())).toBe(false);
    const id = myProgramsOf(bench).add({ kind: "sender", text: mine, startedFrom: given, guide: "" });
    myProgramsOf(bench).ran(id, mine);
    expect(session.hasUnusedText(shown())).toBe(false);
    myProgramsOf(bench).type(id, `${mine}\nfunction (`, mine);
    expect(session.hasUnusedText(shown())).toBe(true);
  });
});

describe("a task with a program, in a link with earlier work", () => {
  beforeAll(ready);
  const task = programTask();
  const [given] = task.programs.map(({ code }) => code);
  const others = given.replace("0.5", "0.9");
  const code = () => bench.store.get().scenario.programs?.[0].code;
  const last = handInCode(
    handInOf(task, { name: "Ana", tries: 1 }, [{ key: `code.${task.code?.id}`, text: others }], []),
  );

  test("asks before that program runs", () => {
    reopen(task);
    consentOf(bench).agree();
    reopen(task, { kept: { student: "Ana" }, once: { last } });
    expect(consentOf(bench).held?.packed).toEqual([packText(others)]);
    expect([state().isHeld, code()]).toEqual([true, undefined]);
    consentOf(bench).agree();
    expect([state().isHeld, code()]).toEqual([false, others]);
  });

  test("asks as well when these settings are only offered, and after a reload", () => {
    reopen(task);
    consentOf(bench).agree();
    reopen(task, { kept: { student: "Ana" }, once: { last }, sets: false });
    session.setAnswer("none", "");
    const offered = () => state().offered?.map(({ text }) => text);
    expect(offered()).toEqual([others]);
    session.takeOffered();
    expect(consentOf(bench).held?.packed).toEqual([packText(others)]);
    reopen(task, { kept: { student: "Ana" }, sets: false });
    if (offered() !== undefined) session.takeOffered();
    expect(code()).not.toBe(others);
  });
});

test("the device stores the work on each task, for each name", () => {
  const ana = {
    name: "Ana",
    tries: 2,
    hints: 1,
    settings: [{ key: "aqm", text: "pie" }],
    answers: [{ id: "why", text: "so" }],
    earlier: [{ key: "aqm", text: "red" }],
    tried: ["1"],
  };
  writeMemory(madeTab().device, "abc", ana);
  const { device } = madeTab();
  const nothing = { tries: 0, hints: 0, settings: null, answers: [], earlier: null, tried: [] };
  expect(readMemory(device, "abc", " ANA ")).toEqual({ ...ana, name: " ANA " });
  expect(readMemory(device, "other", "Ana")).toEqual({ name: "Ana", ...nothing });
  // A different student at the same computer starts without any work.
  expect(readMemory(device, "abc", "Bo")).toEqual({ name: "Bo", ...nothing });
});

test("work from before a name was given belongs to the first who gives one", () => {
  const { device } = madeTab();
  device.write(TRIES, { tries: 2, hints: 1 }, "old");
  expect(readMemory(device, "old", "Ana").tries).toBe(2);
  expect(readMemory(device, "old", "Ana").tries).toBe(2);
  expect(readMemory(device, "old", "Bo").tries).toBe(0);
});

test("an attempt in another tab counts too", async () => {
  const task = taskOf(["vary: rtt 40ms..80ms step 20ms\n", ""]);
  const text = packTask(task);
  const tabs = [1, 2].map(() => {
    const bench = madeBench();
    const crew = new MadePool(4);
    const session = new TaskSession(bench, crew);
    session.open({ kind: "task", text, step: 1, sets: true });
    return { crew, session };
  });
  for (const { crew, session } of tabs) {
    session.try();
    await new Promise((resolve) => setTimeout(resolve, 0));
    await crew.work();
  }
  expect(tabs.map(({ session }) => session.store.get().tries)).toEqual([1, 2]);
  expect(readMemory(madeTab().device, taskDigest(task), "").tries).toBe(2);
});
