import { expect, test } from "vitest";
import { queueLengthModel } from "../../../src/ui/plots/queue-length.ts";
import { runOf } from "./simulated-runs.ts";

const LINK = "v=2&capacity=1Mbps&aqm=droptail&ecn=off&rtt=10ms&duration=60s&warmup=20s";
const view = { fromS: 20, toS: 60 };
const full = runOf(`${LINK}&limit=30p`);

test("the queue in packets climbs to the limit, which is a line", () => {
  const model = queueLengthModel({ run: full, pinned: null, view });
  const read = Array.from({ length: 200 }, (_, i) => model.readAt(20 + i * 0.2)[0].value);
  expect(Math.max(...read)).toBeGreaterThan(28);
  expect(Math.max(...read)).toBeLessThanOrEqual(30);
  expect(model.marks).toContainEqual(expect.objectContaining({ mark: "rule", at: { value: 30 } }));
  expect(model.notes?.(800).map(({ text }) => text)).toEqual(["limit 30"]);
  expect(model.yDomain[1]).toBeGreaterThan(30);
  expect(model.readAt(40)[0].text).toMatch(/^[\d.]+ packets$/);
  expect(model.summary()).toMatch(/^Mean [\d.]+ packets, maximum 30, after the warm-up of 20 s\.$/);
});

test("a limit far above the queue is not drawn, because it would flatten the curve", () => {
  const run = runOf(`${LINK.replace("droptail", "codel")}&limit=1000p`);
  const model = queueLengthModel({ run, pinned: null, view });
  expect(model.marks.map(({ mark }) => mark)).toEqual(["line"]);
  expect(model.yDomain[1]).toBeLessThan(200);
});

test("the pinned run is grey behind the curve, and the description compares both", () => {
  const run = runOf(`${LINK}&limit=60p`);
  const model = queueLengthModel({ run, pinned: full, view });
  expect(model.marks[0]).toMatchObject({ mark: "line", isPinned: true });
  expect(model.readAt(40).map(({ name }) => name)).toEqual(["", "pinned"]);
  expect(model.summary()).toContain("maximum 60 instead of 30 packets, +100");
});
