import { describe, expect, it } from "vitest";
import {
  addFlow,
  congestionControls,
  declaredParams,
  defaultScenario,
  queueDisciplines,
  type Scenario,
  setAqm,
  setLinkAqm,
  setParam,
  setTopology,
  setTraffic,
} from "../../../src/engine/index.ts";
import {
  commonCc,
  isAtDefault,
  isMixed,
  mainControl,
  railGroups,
  railShape,
  readAt,
  splitDetails,
  writeAt,
  writeCc,
} from "../../../src/ui/core/rail.ts";

const FLOWS = { scope: "flows" } as const;
const SECOND = { scope: "flow", flow: 1 } as const;

describe("the rail", () => {
  it("starts with β_ecn, then β_loss", () => {
    expect(
      railGroups(defaultScenario())
        .sender.slice(0, 2)
        .map(({ param }) => param.id),
    ).toEqual(["beta-ecn", "beta-loss"]);
  });

  it("highlights what changes the run: β_ecn if there are marks, else the main parameter of the sender or the queue", () => {
    const plain = defaultScenario();
    const lit = (scenario: Scenario) => mainControl(scenario)?.param.id;
    const noEcn = (scenario: Scenario) => setParam(scenario, { scope: "flow", flow: 0 }, "ecn", false);
    expect(lit(plain)).toBe("beta-ecn");
    expect(lit(noEcn(plain))).toBe("target");
    expect(lit(setAqm(plain, "pie"))).toBe("beta-ecn");
    expect(lit(noEcn(setAqm(plain, "pie")))).toBe("target");
    expect(lit(setAqm(plain, "droptail"))).toBe("limit");
    expect(lit(writeCc(plain, "bbr3"))).toBe("bbr-cwnd-gain");
    expect(lit(writeCc(plain, "dctcp"))).toBe("target");
    expect(lit(writeCc(plain, "westwood"))).toBe("target");
    expect(lit(setAqm(plain, "infinite"))).toBe("capacity");
    const withTime = setParam(noEcn(setAqm(plain, "step")), { scope: "queue" }, "step-time", 5);
    expect([noEcn(setAqm(plain, "step")), withTime].map(lit)).toEqual(["step", "step-time"]);
    // The second flow gets marks, so β_ecn affects the second flow.
    expect(lit(addFlow(noEcn(plain), { params: { ecn: true } }))).toBe("beta-ecn");
  });

  it("has a control for every declared parameter of every algorithm, once", () => {
    for (const { id: aqm } of queueDisciplines) {
      for (const { id: cc } of congestionControls) {
        const scenario = writeCc(setAqm(defaultScenario(), aqm), cc);
        const groups = railGroups(scenario);
        const shown = [groups.sender, groups.path, groups.queue, groups.run, groups.tcp].flatMap((group) =>
          group.map(({ param }) => param.id),
        );
        const declared = (["run", "path", "queue", "tcp"] as const)
          .flatMap((scope) => declaredParams(scenario, { scope }))
          .concat(declaredParams(scenario, { scope: "flow", flow: 0 }))
          .map((param) => param.id)
          .filter((id) => !["start", "stop", "size", "route"].includes(id));
        expect(shown.toSorted()).toEqual(declared.toSorted());
      }
    }
  });

  it("sets a parameter of flows in all of them, and states if they differ", () => {
    const two = addFlow(defaultScenario());
    const differing = setParam(two, SECOND, "rtt", 200);
    expect(isMixed(two, FLOWS, "rtt")).toBe(false);
    expect(isMixed(differing, FLOWS, "rtt")).toBe(true);
    const alike = writeAt(differing, FLOWS, "rtt", 50);
    expect(alike.flows.map((flow) => flow.params.rtt)).toEqual([50, 50]);
  });

  it("has the kind of reduction among the sender's details, and in each TCP flow's own", () => {
    const scenario = setTraffic(addFlow(defaultScenario()), 1, "cbr");
    const { sender, tcp } = railGroups(scenario);
    const ids = (list: readonly { readonly param: { readonly id: string } }[]) =>
      list.map(({ param }) => param.id);
    expect(ids(splitDetails(sender).details)).toContain("recovery");
    expect(ids(tcp)).not.toContain("recovery");
    const [ofTcp, ofCbr] = [0, 1].map((flow) => declaredParams(scenario, { scope: "flow", flow }));
    expect(ofTcp.map(({ id }) => id)).toContain("recovery");
    expect(ofCbr.map(({ id }) => id)).not.toContain("recovery");
  });

  it("collapses parameters that few need, and opens them if one is not at its default", () => {
    const scenario = defaultScenario();
    const { usual, details } = splitDetails(railGroups(scenario).run);
    expect(usual.map(({ param }) => param.id)).toEqual(["duration", "warmup", "seed"]);
    expect(details.map(({ param }) => param.id)).toEqual(["start-jitter", "start-jitter-first"]);
    expect(isAtDefault(scenario, details[0])).toBe(true);
    expect(isAtDefault(setParam(scenario, { scope: "run" }, "start-jitter", 0), details[0])).toBe(false);
  });

  it("is the same object if nothing changes", () => {
    const scenario = defaultScenario();
    expect(writeAt(scenario, FLOWS, "beta-ecn", 0.5)).toBe(scenario);
    expect(writeAt(scenario, { scope: "path" }, "capacity", 10)).toBe(scenario);
    expect(writeCc(scenario, scenario.flows[0].cc)).toBe(scenario);
  });

  it("leaves settings of one flow group to the flows' table: routes, times, traffic", () => {
    const scenario = setTraffic(setTopology(defaultScenario(), "parking-lot"), 1, "http");
    const shown = railGroups(scenario).sender.map(({ param }) => param.id);
    expect(shown.filter((id) => ["route", "start", "transfer-size", "page-gap"].includes(id))).toEqual([]);
  });

  it("keeps a switch for flows that have the choice, and sets it there only", () => {
    const needy = congestionControls.find(({ id }) => {
      const [flow] = declaredParams(writeCc(defaultScenario(), id), { scope: "flow", flow: 0 });
      return flow.kind === "boolean" && flow.fixed !== undefined;
    });
    const mixed = addFlow(writeCc(defaultScenario(), String(needy?.id)));
    const ecn = railGroups(mixed).sender.find(({ param }) => param.id === "ecn");
    expect(ecn?.param).not.toHaveProperty("fixed");
    const off = writeAt(mixed, FLOWS, "ecn", false);
    expect(off.flows.map(({ params }) => params.ecn)).toEqual([true, false]);
  });

  it("has a congestion control only for flows over TCP", () => {
    const udp = setTraffic(addFlow(defaultScenario(), { cc: "cubic" }), 0, "cbr");
    expect(commonCc(udp)).toBe("cubic");
    expect(commonCc(setTraffic(udp, 1, "cbr"))).toBeNull();
    expect(commonCc(addFlow(defaultScenario(), { cc: "cubic" }))).toBe("");
    expect(writeCc(udp, "newreno").flows.map(({ cc }) => cc)).toEqual(["newreno", "newreno"]);
  });

  it("has another shape when a link gets its own queue, and the same when a value changes", () => {
    const lot = setTopology(defaultScenario(), "parking-lot");
    expect(railShape(setLinkAqm(lot, "hop2", "red"))).not.toBe(railShape(lot));
    expect(railShape(setParam(lot, { scope: "path" }, "capacity", 20))).toBe(railShape(lot));
    expect(railShape(setParam(lot, { scope: "path" }, "hops", 4))).not.toBe(railShape(lot));
  });

  it("finds nothing at a flow that does not exist", () => {
    expect(readAt(defaultScenario(), SECOND, "rtt")).toBeUndefined();
  });
});
