import { describe, expect, it } from "vitest";
import {
  addFlow,
  defaultScenario,
  queueOfLink,
  removeFlow,
  setAqm,
  setLinkAqm,
  setParam,
  setTopology,
  setTraffic,
} from "../../../src/engine/index.ts";
import { settingsAt } from "../../../src/ui/core/live-changes.ts";
import { planLive } from "../../../src/ui/core/live-edits.ts";
import { withBeta } from "./made-runs.ts";

describe("the plan of a live edit", () => {
  const start = defaultScenario();

  it("makes one change of what all flows change equally", () => {
    const two = addFlow(start);
    const plan = planLive(two, withBeta(0.8, two), 12);
    expect(plan).toEqual({
      changes: [{ atS: 12, flow: null, link: null, id: "beta-ecn", value: 0.8 }],
      added: [],
      possible: true,
    });
  });

  it("names the flow if only one changes", () => {
    const two = addFlow(start);
    const plan = planLive(two, setParam(two, { scope: "flow", flow: 1 }, "beta-ecn", 0.8), 12);
    expect(plan.changes).toEqual([{ atS: 12, flow: 1, link: null, id: "beta-ecn", value: 0.8 }]);
  });

  it("replaces the queue discipline and states only what differs from the new one's defaults", () => {
    const plan = planLive(start, setAqm(start, "pie"), 12);
    expect(plan.changes).toEqual([{ atS: 12, flow: null, link: null, id: "aqm", value: "pie" }]);
  });

  it("lets flows join, and stops those that are removed", () => {
    const two = addFlow(start);
    expect(planLive(start, two, 12)).toMatchObject({ changes: [], added: [two.flows[1]], possible: true });
    expect(planLive(two, removeFlow(two, 1), 12)).toEqual({
      changes: [{ atS: 12, flow: 1, link: null, id: "stop", value: 12 }],
      added: [],
      possible: true,
    });
  });

  it("refuses what a running simulation cannot take", () => {
    expect(planLive(start, setParam(start, { scope: "run" }, "seed", 3), 12).possible).toBe(false);
  });

  it("names the link if only one changes, and only the path's parameter if all follow it", () => {
    const lot = setTopology(start, "parking-lot");
    const one = setParam(lot, { scope: "link", link: "hop2" }, "capacity", 4);
    expect(planLive(lot, one, 12).changes).toEqual([
      { atS: 12, flow: null, link: "hop2", id: "capacity", value: 4 },
    ]);
    const all = setParam(lot, { scope: "path" }, "capacity", 4);
    expect(planLive(lot, all, 12).changes).toEqual([
      { atS: 12, flow: null, link: null, id: "capacity", value: 4 },
    ]);
    const own = setLinkAqm(lot, "hop2", "pie");
    const { changes } = planLive(lot, own, 12);
    expect(changes).toEqual([{ atS: 12, flow: null, link: "hop2", id: "aqm", value: "pie" }]);
    expect(queueOfLink(settingsAt({ ...lot, changes }, 12), "hop2").aqm).toBe("pie");
  });

  it("refuses other links, routes and traffic", () => {
    const lot = setTopology(start, "parking-lot");
    expect(planLive(start, lot, 12).possible).toBe(false);
    expect(planLive(lot, setParam(lot, { scope: "path" }, "hops", 4), 12).possible).toBe(false);
    expect(planLive(start, setTraffic(start, 0, "on-off"), 12).possible).toBe(false);
  });

  it("changes the traffic of a group, and its own queue's parameters at a link", () => {
    const lot = setTraffic(setLinkAqm(setTopology(start, "parking-lot"), "hop2", "pie"), 1, "http");
    const busier = setParam(lot, { scope: "flow", flow: 1 }, "page-gap", 0.5);
    const to = setParam(busier, { scope: "link-queue", link: "hop2" }, "target", 30);
    const plan = planLive(lot, to, 12);
    expect(plan).toEqual({
      changes: [
        { atS: 12, flow: null, link: "hop2", id: "target", value: 30 },
        { atS: 12, flow: 1, link: null, id: "page-gap", value: 0.5 },
      ],
      added: [],
      possible: true,
    });
    expect(settingsAt({ ...lot, changes: plan.changes }, 12)).toEqual({ ...to, changes: plan.changes });
  });

  it("lets a flow join on another route with other traffic", () => {
    const lot = setTopology(start, "parking-lot");
    const joining = { traffic: "http", params: { route: "hop2", start: 12 } };
    const to = addFlow(lot, joining);
    expect(planLive(lot, to, 12)).toEqual({ changes: [], added: [to.flows[4]], possible: true });
    expect(to.flows[4]).toMatchObject(joining);
  });

  it("leads to the intended settings", () => {
    const to = setParam(setAqm(withBeta(0.7, start), "pie"), { scope: "path" }, "capacity", 20);
    const { changes } = planLive(start, to, 12);
    expect(settingsAt({ ...start, changes }, 12)).toEqual({ ...to, changes });
  });
});
