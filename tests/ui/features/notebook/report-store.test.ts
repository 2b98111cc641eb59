import { beforeEach, describe, expect, test } from "vitest";
import type { Bench } from "../../../../src/ui/core/bench.ts";
import { MOST_REPORTS, REPORT, ReportStore } from "../../../../src/ui/features/notebook/report-store.ts";
import { madeDevice, madeTab } from "../../core/made-device.ts";
import { withBeta } from "../../core/made-runs.ts";

let bench: Bench;
let report: ReportStore;
const screen = () => bench.store.get().screen;
const draft = () => report.store.get().draft;

const device = madeDevice();

beforeEach(() => {
  bench = madeTab();
  report = new ReportStore(bench);
});

const show = (text = "") => {
  bench.showScreen({ id: "report", text });
  report.open(text);
};

describe("the link of a report", () => {
  test("is the bench's run and the pinned one, whether it came from there or by the link", () => {
    bench.edits.edit(withBeta(0.8));
    show();
    expect(screen()).toEqual({ id: "report", text: "v=2&beta-ecn=0.8&pin=v%3D2" });
    show("v=2&beta-ecn=0.9");
    expect(bench.store.get().scenario).toEqual(withBeta(0.9));
    expect(bench.store.get().pinned).toBeNull();
    expect(screen()).toEqual({ id: "report", text: "v=2&beta-ecn=0.9" });
  });

  test("with an invalid value opens the nearest run, with a message", () => {
    show("v=2&beta-ecn=7");
    expect(screen()).toEqual({ id: "report", text: expect.stringMatching(/^v=2&beta-ecn=[01]/) });
    expect(bench.store.get().notices).toHaveLength(1);
  });
});

describe("the text of a report", () => {
  test("stays with its run, and can be copied to the next", () => {
    show();
    report.write({ title: "Lab 2", notes: "It is under-used." });
    report.toggle("cwnd");
    bench.edits.edit(withBeta(0.8));
    report.follow();
    expect(draft()).toEqual({ title: "", notes: "", toggled: [] });
    report.write({ notes: "Better." });
    bench.edits.undo();
    report.follow();
    expect(draft()).toEqual({ title: "Lab 2", notes: "It is under-used.", toggled: ["cwnd"] });
    report.toggle("cwnd");
    expect(draft().toggled).toEqual([]);
  });

  test("states if the device stores nothing of it", () => {
    device().isBlocked = true;
    show();
    expect(report.store.get().kept).toBe(false);
    report.write({ notes: "n" });
    report.setName("Ana");
    expect(report.store.get()).toMatchObject({ kept: false, name: "Ana", draft: { notes: "n" } });
  });

  test("is kept for the next visit; an empty one is deleted, and the oldest are replaced", () => {
    show();
    report.write({ title: "Lab\n2", notes: "n" });
    report.setName(" Ana ");
    report = new ReportStore(madeTab());
    report.open("");
    expect(report.store.get()).toMatchObject({ name: "Ana", draft: { title: "Lab 2", notes: "n" } });
    const { device } = bench;
    for (let i = 0; i < MOST_REPORTS + 3; i++)
      device.write(REPORT, { title: "", notes: "n", toggled: [], atMs: i }, `r${i}`);
    report.write({ notes: "more" });
    expect(device.list(REPORT)).toHaveLength(MOST_REPORTS);
    expect([device.read(REPORT, "r0"), device.read(REPORT, "r9")?.notes]).toEqual([null, "n"]);
    report.write({ title: "", notes: "" });
    expect(device.list(REPORT)).toHaveLength(MOST_REPORTS - 1);
  });

  test("of an earlier version, stored in one list, is still available", () => {
    show();
    const { key } = report.store.get();
    const old = [key, "another"].map((one) => ({ key: one, title: "Lab", notes: `of ${one}`, toggled: [] }));
    device().kept.set("sawtooth.reports", JSON.stringify(old));
    report = new ReportStore(madeTab());
    report.open("");
    expect(draft().notes).toBe(`of ${key}`);
    expect(madeTab().device.list(REPORT).sort()).toEqual([key, "another"].sort());
  });

  test("of another tab is offered, and taken over on request", () => {
    show();
    const other = new ReportStore(madeTab());
    other.open("");
    other.write({ notes: "theirs" });
    const { key } = report.store.get();
    device().tell(`sawtooth /a/ report.${key}`);
    expect([...bench.device.store.get().newer]).toEqual([`report.${key}`]);
    report.takeKept();
    expect([draft().notes, bench.device.store.get().newer.size]).toEqual(["theirs", 0]);
  });
});
