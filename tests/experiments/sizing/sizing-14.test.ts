import { expect, test } from "vitest";
import { sizing14 } from "../../../src/experiments/sizing/sizing-14.ts";
import { verdicts } from "../experiment-checks.ts";

test("the small buffer is RTT × C / √n, and short flows load a fifth of the line", () => {
  const jobs = sizing14.jobs("quick");
  const limits = jobs.map(({ scenario }) => scenario.queue.params.limit);
  expect(limits).toEqual(["236p", "3333p"]);
  const { params } = jobs[0].scenario.flows[jobs[0].scenario.flows.length - 1];
  expect(Number(params["arrival-rate"]) * Number(params["transfer-size"]) * 8).toBe(80e6);
});

test("claims can fail", () => {
  const made = (small: number, utilisation: number) =>
    verdicts(sizing14, ({ key }) => ({ meanMs: key.includes("small") ? small : 400, utilisation }));
  expect(made(200, 0.99)).toEqual({ sooner: true, "still-busy": true });
  expect(made(350, 0.9)).toEqual({ sooner: false, "still-busy": false });
});
