/** What claims of the feedback paper fail by, put to the test. */
import type { FlowSpec, Scenario } from "../../engine/index.ts";
import { feedback3 } from "../feedback/feedback-3.ts";
import { feedback4 } from "../feedback/feedback-4.ts";
import { controlled, withSetting } from "./control.ts";

const isCubic = ({ cc }: FlowSpec) => cc === "cubic";

const EXACT_CLOCK = {
  changed: "CUBIC counting in exact time (cubic-clock=exact)",
  suspected:
    "CUBIC of Linux counts in ticks of 4 ms, which are many round trips of a data centre: its window grows in bursts there.",
  change: (scenario: Scenario) =>
    scenario.flows.some(isCubic) ? withSetting(scenario, "cubic-clock", "exact", isCubic) : scenario,
};

export const feedback3Clock = controlled({
  ...EXACT_CLOCK,
  id: "control-feedback-3",
  of: feedback3,
  claims: ["dc-steady"],
  title: "CUBIC with ECN from PI, counting in exact time",
});

export const feedback4Clock = controlled({
  ...EXACT_CLOCK,
  id: "control-feedback-4",
  of: feedback4,
  claims: ["pi-near"],
  title: "S1's share, CUBIC counting in exact time",
});
