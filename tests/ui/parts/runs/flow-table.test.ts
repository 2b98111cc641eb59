import { describe, expect, it } from "vitest";
import { defaultScenario, type FlowDelays } from "../../../../src/engine/index.ts";
import {
  cellText,
  FLOW_COLUMNS,
  flowRows,
  flowsCsv,
  inOrder,
  nextOrder,
  OWN_ORDER,
  sharesWords,
} from "../../../../src/ui/parts/runs/flow-table.ts";
import { PROGRAM } from "../../../../src/ui/shared/version.ts";
import { madeResults, madeSnapshot } from "../../core/made-runs.ts";

const { sojournMs } = madeResults({ medianMs: 7 }).links[0];
const cdf = { ms: new Float32Array(), fraction: new Float32Array() };
const delays: FlowDelays = {
  link: 0,
  flows: [
    { flow: 0, marks: 3, drops: 0, sojournMs, delayCdf: cdf },
    { flow: 1, marks: 9, drops: 1, sojournMs: null, delayCdf: cdf },
  ],
};

function rowsOf(counted: FlowDelays | null = delays) {
  const made = madeSnapshot({ flows: 2, thin: [1], goodputMbps: 8 });
  const [first, call] = made.results.flows;
  const flows = [first, { ...call, cc: "udp", goodputBps: 5e5 }];
  const snapshot = { ...made, results: { ...made.results, flows } };
  return flowRows({ scenario: defaultScenario(), snapshot, label: "", link: 0 }, 10e6, counted);
}

const texts = (rows: ReturnType<typeof rowsOf>) =>
  rows.map((row) => FLOW_COLUMNS.map((one) => cellText(row, one)));

describe("the numbers of each flow", () => {
  it("include goodput, share, delay, marks, drops, retransmissions and SRTT; a missing value is a dash", () => {
    expect(texts(rowsOf())).toEqual([
      ["4.00 Mbps", "40.0 %", "7.0 ms", "11.0 ms", "3", "0", "0", "–"],
      ["0.50 Mbps", "5.0 %", "–", "–", "9", "1", "–", "–"],
    ]);
    expect(rowsOf().map(({ isCounted, isThin }) => [isCounted, isThin])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it("are shown before delays are counted", () => {
    expect(texts(rowsOf(null))[0]).toEqual(["4.00 Mbps", "40.0 %", "–", "–", "–", "–", "0", "–"]);
  });

  it("are sorted by any column, with missing values last", () => {
    const order = (...columns: Parameters<typeof nextOrder>[1][]) =>
      inOrder(rowsOf(), columns.reduce(nextOrder, OWN_ORDER)).map(({ flow }) => flow);
    expect(order()).toEqual([0, 1]);
    expect(order("marks")).toEqual([1, 0]);
    expect(order("marks", "marks")).toEqual([0, 1]);
    expect(order("delay-p99", "delay-p99")).toEqual([0, 1]);
    expect(order("marks", null)).toEqual([0, 1]);
    expect(order(null)).toEqual([1, 0]);
  });

  it("are saved as a file, with unrounded numbers and the covered time", () => {
    const [program, link, covered, head, first] = flowsCsv(rowsOf(), "#v=2", "After 10 s of warm-up").split(
      "\n",
    );
    expect([program, link, covered]).toEqual([`# ${PROGRAM}`, "# #v=2", "# After 10 s of warm-up"]);
    expect(head).toBe(
      "flow,name,in_jain,goodput (bit/s),share (%),delay_p50 (ms),delay_p99 (ms),marks (packets),drops (packets),retransmissions (packets),srtt (ms)",
    );
    expect(first).toBe("1,flow 1,1,4000000,40,7,11,3,0,0,");
  });

  it("a file that is saved before marks and delays are counted says so", () => {
    const rows = rowsOf().map((row) => ({ ...row, values: { ...row.values, marks: null, drops: null } }));
    expect(flowsCsv(rows, "#v=2", "After 10 s of warm-up").split("\n")[3]).toBe(
      "# not included: queue delays, marks and drops by flow, which were not counted yet",
    );
    expect(flowsCsv(rowsOf(), "#v=2", "")).not.toContain("left out");
  });
});

it("shares state what they refer to, and what is missing to 100 %", () => {
  expect(sharesWords(rowsOf(), 10e6)).toBe(
    "Together the flows have 45.0 % of the capacity of 10.0 Mbps as payload in order; the rest is headers, retransmissions and idle time.",
  );
});
