import { expect, test } from "vitest";
import { phasesOf } from "../../../src/experiments/feedback/paper.ts";

/** Share of the payload in the bytes of a full packet. */
const PAYLOAD = 1448 / 1500;
const mbps = (bps: number) => Number((bps / 1e6 / PAYLOAD).toFixed(2));

test("proportionally fair shares with all seven on: S1 12.15, WAN 12.62, data centre 329.3 Mbps", () => {
  const all = phasesOf("full").find(({ label }) => label === "S1 and all flows");
  expect(all?.shareBps.map(mbps)).toEqual([12.15, 329.28, 329.28, 329.28, 12.62, 12.62, 12.62]);
});

test("all four combinations of the two clusters occur beside S1, each twice", () => {
  const labels = phasesOf("full").map(({ label }) => label);
  for (const others of ["all flows", "data-centre flows", "WAN flows", "nobody else"]) {
    expect(labels.filter((label) => label === `S1 and ${others}`).length).toBeGreaterThanOrEqual(2);
  }
  expect(labels[0]).toBe("data-centre flows");
});

test("phases follow each other to the end of the run", () => {
  for (const size of ["quick", "full"] as const) {
    const phases = phasesOf(size);
    for (let i = 1; i < phases.length; i++) expect(phases[i].fromS).toBe(phases[i - 1].toS);
    expect(phases[phases.length - 1].toS).toBe(size === "full" ? 54 : 24);
  }
});
