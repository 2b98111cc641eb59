import { describe, expect, it } from "vitest";
import {
  addFlow,
  congestionControls,
  declaredParams,
  defaultScenario,
  queueDisciplines,
  setAqm,
  setParam,
} from "../../../src/engine/index.ts";
import {
  isAtDefault,
  isMixed,
  railGroups,
  readAt,
  splitDetails,
  writeAt,
  writeCc,
} from "../../../src/ui/state/rail.ts";

const FLOWS = { scope: "flows" } as const;
const SECOND = { scope: "flow", flow: 1 } as const;

describe("the rail", () => {
  it("begins with β_ecn, then β_loss", () => {
    expect(
      railGroups(defaultScenario())
        .sender.slice(0, 2)
        .map(({ param }) => param.id),
    ).toEqual(["beta-ecn", "beta-loss"]);
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
          .filter((id) => !["start", "stop", "size"].includes(id));
        expect(shown.toSorted()).toEqual(declared.toSorted());
      }
    }
  });

  it("sets a parameter of flows in all of them, and says when they differ", () => {
    const two = addFlow(defaultScenario());
    const differing = setParam(two, SECOND, "rtt", 200);
    expect(isMixed(two, FLOWS, "rtt")).toBe(false);
    expect(isMixed(differing, FLOWS, "rtt")).toBe(true);
    const alike = writeAt(differing, FLOWS, "rtt", 50);
    expect(alike.flows.map((flow) => flow.params.rtt)).toEqual([50, 50]);
  });

  it("folds away what few people need, and knows when one of them is not at its default", () => {
    const scenario = defaultScenario();
    const { usual, details } = splitDetails(railGroups(scenario).run);
    expect(usual.map(({ param }) => param.id)).toEqual(["duration", "warmup", "seed"]);
    expect(details.map(({ param }) => param.id)).toEqual(["start-jitter"]);
    expect(isAtDefault(scenario, details[0])).toBe(true);
    expect(isAtDefault(setParam(scenario, { scope: "run" }, "start-jitter", 0), details[0])).toBe(false);
  });

  it("is the same object where nothing changes", () => {
    const scenario = defaultScenario();
    expect(writeAt(scenario, FLOWS, "beta-ecn", 0.5)).toBe(scenario);
    expect(writeAt(scenario, { scope: "path" }, "capacity", 10)).toBe(scenario);
    expect(writeCc(scenario, scenario.flows[0].cc)).toBe(scenario);
  });

  it("finds nothing at a flow that is not there", () => {
    expect(readAt(defaultScenario(), SECOND, "rtt")).toBeUndefined();
  });
});
