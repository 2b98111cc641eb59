/** What claims of the ECN-enhanced CoDel paper fail by, put to the test. */
import type { Scenario } from "../../engine/index.ts";
import { ecodel4 } from "../ecodel/ecodel-4.ts";
import { ecodel8 } from "../ecodel/ecodel-8.ts";
import { ecodel11 } from "../ecodel/ecodel-11.ts";
import { ecodel12 } from "../ecodel/ecodel-12.ts";
import { controlled, withSetting } from "./control.ts";

const SHORTER = {
  changed: "a round trip of 20 instead of 100 ms",
  suspected:
    "Marks end slow start at a window of some 15 ms of the link, whatever the round trip, and NewReno adds one segment a round trip from there: the longer the round trip, the more that costs. The paper does not say its round trip.",
  change: (scenario: Scenario) => withSetting(scenario, "rtt", "20ms"),
};
export const ecodel4Short = controlled({
  ...SHORTER,
  id: "control-ecodel-4",
  of: ecodel4,
  claims: ["start-slightly-slower", "utilisation-similar"],
  title: "2 flows over a short round trip",
});
export const ecodel11Short = controlled({
  ...SHORTER,
  id: "control-ecodel-11",
  of: ecodel11,
  claims: ["utilisation-similar"],
  title: "10 flows over a short round trip",
});
export const ecodel11All = controlled({
  id: "control-ecodel-11-marks",
  of: ecodel11,
  claims: ["lost-share"],
  title: "10 flows, marks from the target on",
  changed: "marks from CoDel's target on (C = 1)",
  suspected:
    "CoDel counts its interval from the target on, but marks begin at 1.5 targets, so that it drops before a packet is marked.",
  change: (scenario, { queue }) => (queue === "enhanced" ? withSetting(scenario, "ecodel-c", "1") : scenario),
});
export const ecodel12Short = controlled({
  ...SHORTER,
  id: "control-ecodel-12",
  of: ecodel12,
  claims: ["throughput-similar", "fairness-similar", "utilisation-similar"],
  title: "10 flows at 500 Mbps over a short round trip",
});

export const ecodel8Start = controlled({
  id: "control-ecodel-8",
  of: ecodel8,
  claims: ["fairness-slightly-better"],
  title: "5 flows without handshakes",
  changed: "flows that start without a handshake",
  suspected:
    "The difference is a fifth of a per cent, and where the flows stand after their starts decides it: a SYN that waits in the queue moves a start by some ten ms.",
  change: (scenario) => withSetting(scenario, "handshake", "off"),
});
