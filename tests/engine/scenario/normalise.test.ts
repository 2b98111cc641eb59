import { describe, expect, test } from "vitest";
import {
  addFlow,
  defaultScenario,
  scenarioFromUrl,
  setAqm,
  setCc,
  setParam,
} from "../../../src/engine/index.ts";

const read = (fragment: string) => {
  const { scenario, problems } = scenarioFromUrl(fragment);
  return { scenario, messages: problems.map(({ message }) => message) };
};

describe("RED's upper threshold is not below the lower one", () => {
  test("a threshold below the lower one is raised to it, with a message", () => {
    const { scenario, messages } = read("aqm=red&red-min=60p");
    expect(scenario.queue.params).toMatchObject({ "red-min": "60p", "red-max": "60p" });
    expect(messages).toEqual([
      "th_max must be at least th_min of 60 packets, got 42 packets; 60 packets is used.",
    ]);
  });

  test("a threshold in bytes is compared with packets of the segment size", () => {
    expect(read("aqm=red&red-min=14000B&red-max=42000B").messages).toEqual([]);
    const { scenario } = read("aqm=red&red-min=40p&red-max=42000B");
    expect(scenario.queue.params["red-max"]).toBe("60000B");
    expect(read("aqm=red&red-min=60000B&red-max=40p").scenario.queue.params["red-max"]).toBe("40p");
  });

  test("equal thresholds are allowed and make a step", () => {
    expect(read("aqm=red&red-min=20p&red-max=20p&gentle=off").messages).toEqual([]);
    expect(read("aqm=red&red-min=20p&red-max=30000B&gentle=off").messages).toEqual([]);
  });

  test("if nothing larger is allowed, the lower threshold is reduced", () => {
    const { scenario, messages } = read("aqm=red&mss=8948&red-min=100000p&red-max=1000000B");
    expect(scenario.queue.params).toMatchObject({ "red-min": "16666p", "red-max": "150000000B" });
    expect(messages).toHaveLength(2);
  });

  test("the rule also holds in a link's own queue", () => {
    const { scenario, messages } = read("link=id=bottleneck,aqm=red,red-min=60p");
    expect(scenario.path.links[0].queue?.params["red-max"]).toBe("60p");
    expect(messages[0]).toMatch(/^Link bottleneck: th_max must be at least/);
  });

  test("the other threshold follows when one is set by hand", () => {
    const red = setAqm(defaultScenario(), "red");
    expect(setParam(red, { scope: "queue" }, "red-min", "50p").queue.params["red-max"]).toBe("50p");
    expect(setParam(red, { scope: "queue" }, "red-max", "3p").queue.params["red-max"]).toBe("14p");
  });
});

describe("a sender that reads congestion from marks has ECN", () => {
  const off = /ECN must be on \(DCTCP detects .*\), got off; on is used\.$/;

  test("switching it off gives a message with the reason", () => {
    for (const fragment of ["cc=dctcp&ecn=off", "flow=cc=dctcp,ecn=off", "ecn=off&flow=cc=dctcp"]) {
      const { scenario, messages } = read(fragment);
      expect(scenario.flows[0].params.ecn).toBe(true);
      expect(messages, fragment).toEqual([expect.stringMatching(off)]);
    }
  });

  test("a short form that switches ECN off applies to the other flows", () => {
    const { scenario, messages } = read("ecn=off&flow=cc=cubic&flow=cc=dctcp");
    expect(scenario.flows.map(({ params }) => params.ecn)).toEqual([false, true]);
    expect(messages).toEqual([expect.stringMatching(/^Flow 2: ECN must be on/)]);
  });

  test("a sender that replaces another has ECN on", () => {
    const without = setParam(defaultScenario(), { scope: "flow", flow: 0 }, "ecn", false);
    expect(setCc(without, 0, "dctcp").flows[0].params.ecn).toBe(true);
    expect(setCc(without, 0, "cubic").flows[0].params.ecn).toBe(false);
    expect(() => setParam(setCc(without, 0, "dctcp"), { scope: "flow", flow: 0 }, "ecn", false)).toThrow(
      /ECN must be on/,
    );
    expect(addFlow(without, { cc: "dctcp", params: { ecn: false } }).flows[1].params.ecn).toBe(true);
  });
});
