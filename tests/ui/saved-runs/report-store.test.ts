import { beforeEach, describe, expect, test } from "vitest";
import { ReportStore } from "../../../src/ui/saved-runs/report-store.ts";
import type { Bench } from "../../../src/ui/state/bench.ts";
import { madeBench, withBeta } from "../state/made-runs.ts";

let bench: Bench;
let report: ReportStore;
const screen = () => bench.store.get().screen;
const draft = () => report.store.get().draft;

/** Without a storage, as in a sandbox: what is written lives as long as the page. */
beforeEach(() => {
  bench = madeBench();
  report = new ReportStore(bench);
});

const show = (text = "") => {
  bench.showScreen({ id: "report", text });
  report.open(text);
};

describe("the link of a report", () => {
  test("is the bench's run, the pinned one too, whether it came from there or by the link", () => {
    bench.edits.edit(withBeta(0.8));
    show();
    expect(screen()).toEqual({ id: "report", text: "v=2&beta-ecn=0.8&pin=v%3D2" });
    show("v=2&beta-ecn=0.9");
    expect(bench.store.get().scenario).toEqual(withBeta(0.9));
    expect(bench.store.get().pinned).toBeNull();
    expect(screen()).toEqual({ id: "report", text: "v=2&beta-ecn=0.9" });
  });

  test("with a wrong value opens the nearest run, and says so", () => {
    show("v=2&beta-ecn=7");
    expect(screen()).toEqual({ id: "report", text: expect.stringMatching(/^v=2&beta-ecn=[01]/) });
    expect(bench.store.get().notices).toHaveLength(1);
  });
});

describe("what is written", () => {
  test("stays with its run, and can be taken over by the next", () => {
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

  test("says when the device keeps nothing of it", () => {
    show();
    report.write({ notes: "n" });
    report.setName("Ana");
    expect(report.store.get()).toMatchObject({ kept: false, name: "Ana" });
  });
});
