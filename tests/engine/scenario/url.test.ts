import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addFlow,
  defaultScenario,
  presets,
  runScenario,
  type Scenario,
  scenarioFromUrl,
  scenarioToUrl,
  setAqm,
  setCc,
  setParam,
  validateScenario,
} from "../../../src/engine/index.ts";
import { arbitraryScenario } from "./arbitrary-scenario.ts";

const messages = (fragment: string) => scenarioFromUrl(fragment).problems.map((problem) => problem.message);
const canonical = (fragment: string) => scenarioToUrl(scenarioFromUrl(fragment).scenario);

describe("writing", () => {
  test("defaults are left out", () => {
    expect(scenarioToUrl(defaultScenario())).toBe("v=1");
  });

  test("v first, then canonical order, names as on the command line", () => {
    let scenario = setParam(defaultScenario(), { scope: "run" }, "seed", 7);
    scenario = setParam(scenario, { scope: "flow", flow: 0 }, "beta-ecn", 0.8);
    scenario = setAqm(scenario, "pie");
    scenario = setParam(scenario, { scope: "path" }, "capacity", 20);
    scenario = setParam(scenario, { scope: "tcp" }, "sack", false);
    expect(scenarioToUrl(scenario)).toBe("v=1&capacity=20Mbps&aqm=pie&beta-ecn=0.8&sack=off&seed=7");
  });

  test("one group of flows in short forms, several as one flow each", () => {
    const one = setCc(defaultScenario(), 0, "cubic");
    expect(scenarioToUrl({ ...one, flows: [{ ...one.flows[0], count: 10 }] })).toBe("v=1&cc=cubic&flows=10");
    const two = setParam(addFlow(one), { scope: "flow", flow: 1 }, "start", 30);
    expect(scenarioToUrl(two)).toBe("v=1&flow=cc=cubic&flow=cc=newreno,start=30s");
  });

  test("changes in mid-run, of all flows or of one", () => {
    const changes = [
      { atS: 20, flow: null, id: "beta-ecn", value: 0.9 },
      { atS: 20.5, flow: 1, id: "beta-ecn", value: 0.8 },
      { atS: 30, flow: null, id: "aqm", value: "pie" },
      { atS: 40, flow: null, id: "limit", value: "50p" },
      { atS: 50, flow: 0, id: "stop", value: null },
    ];
    const text = scenarioToUrl({ ...addFlow(defaultScenario()), changes });
    expect(text).toBe(
      "v=1&flow=cc=newreno&flow=cc=newreno&set=20s:beta-ecn=0.9&set=20.5s:flow2.beta-ecn=0.8" +
        "&set=30s:aqm=pie&set=40s:limit=50p&set=50s:flow1.stop=end",
    );
    expect(scenarioFromUrl(text)).toMatchObject({ problems: [], scenario: { changes } });
  });

  test("a warm-up that nobody set is not written, however short the run", () => {
    const short = setParam(defaultScenario(), { scope: "run" }, "duration", 5);
    expect(scenarioToUrl(short)).toBe("v=1&duration=5s");
    expect(scenarioFromUrl("v=1&duration=5s")).toEqual({ scenario: short, problems: [], view: {} });
  });

  test("presets and other reasonable scenarios stay under 2,000 characters", () => {
    for (const { scenario } of presets) expect(scenarioToUrl(scenario).length).toBeLessThan(300);
    const twenty = Array.from({ length: 19 }).reduce<Scenario>(
      (scenario) => addFlow(scenario, { cc: "cubic", params: { "beta-ecn": 0.85, rtt: 37.5, start: 12.25 } }),
      defaultScenario(),
    );
    expect(scenarioToUrl(twenty).length).toBeLessThan(2000);
  });
});

describe("reading", () => {
  test("nothing is the default scenario", () => {
    expect(scenarioFromUrl("")).toEqual({ scenario: defaultScenario(), problems: [], view: {} });
    expect(scenarioFromUrl("#")).toEqual({ scenario: defaultScenario(), problems: [], view: {} });
  });

  test("takes a whole link, any order, units and mangled ampersands", () => {
    const expected = "v=1&capacity=20Mbps&beta-ecn=0.8";
    expect(canonical("https://example.org/sawtooth/?a=b#beta-ecn=80%25&capacity=20000kbps&v=1")).toBe(
      expected,
    );
    expect(canonical("#v=1&amp;capacity=20&amp;beta-ecn=.8&")).toBe(expected);
    expect(canonical("v%3D1=&beta%2Decn=0%2E8&capacity=20 Mbit/s")).toBe(expected);
  });

  test("a broken percent sequence stays as it stands and is reported", () => {
    expect(messages("rtt=80%")).toEqual(["RTT must be 0.1 to 2000 ms, got 80%; 100 ms is used."]);
    expect(messages("rtt=%E0%A4%A")).toEqual(["RTT must be 0.1 to 2000 ms, got %E0%A4%A; 100 ms is used."]);
  });

  test("keys of the page are passed through, decoded", () => {
    const { view, problems } = scenarioFromUrl("v=1&pin=v%3D1%26rtt%3D50ms&mode=live&trace=x");
    expect(view).toEqual({ pin: "v=1&rtt=50ms", mode: "live", trace: "x" });
    expect(problems).toEqual([]);
    expect(scenarioFromUrl("v=1&zoom=3", ["zoom"]).view).toEqual({ zoom: "3" });
  });

  test("every wrong field is named with what is allowed and what is used", () => {
    expect(scenarioFromUrl("v=1&beta-ecn=1.5").problems).toEqual([
      {
        field: "beta-ecn",
        given: "1.5",
        allowed: "0.3 to 0.99",
        used: "0.99",
        fault: "β_ecn must be 0.3 to 0.99, got 1.5",
        message: "β_ecn must be 0.3 to 0.99, got 1.5; 0.99 is used.",
      },
    ]);
    expect(messages("v=1&rtt=9s&aqm=pi&cc=reno&flows=0")).toEqual([
      "Queue discipline must be codel, droptail, pie or pie-linux, got pi; CoDel is used.",
      "Congestion control must be cubic or newreno, got reno; NewReno is used.",
      "RTT must be 0.1 to 2000 ms, got 9s; 2000 ms is used.",
      "Number of flows must be a whole number 1 to 1000, got 0; 1 is used.",
    ]);
  });

  test("unknown and doubled keys are reported, settings of other algorithms too, but as harmless", () => {
    expect(messages("v=1&bta-ecn=0.8")).toEqual([
      'Nothing is called "bta-ecn"; it was left out. Did you mean beta-ecn?',
    ]);
    expect(messages("v=1&rtt=10ms&rtt=20ms")).toEqual([
      '"rtt" was given twice, as 10ms and 20ms; 20ms is used.',
    ]);
    const { problems } = scenarioFromUrl("v=1&hystart=off&update=30ms");
    expect(problems.map(({ message, harmless }) => [message, harmless])).toEqual([
      ['"update" is not a setting of codel; it was left out.', true],
      ['"hystart" is not a setting of newreno; it was left out.', true],
    ]);
  });

  test("a newer version says so, and what is known is used", () => {
    const { scenario, problems } = scenarioFromUrl("v=2&beta-ecn=0.8&from-the-future=1");
    expect(scenarioToUrl(scenario)).toBe("v=1&beta-ecn=0.8");
    expect(problems.map(({ field }) => field)).toEqual(["v", "from-the-future"]);
    expect(problems[0].message).toMatch(/newer version/);
  });

  test("problems of a flow or a change say of which", () => {
    const { problems, scenario } = scenarioFromUrl(
      "flow=cc=cubic,rtt=1h&flow=cc=vegas,colour=red&set=20s:rtt=1s&set=5s:flow3.rtt=50ms&set=5s:seed=2&set=now",
    );
    expect(problems.map(({ field }) => field)).toEqual([
      "flow 1: rtt",
      "flow 2: cc",
      "flow 2: colour",
      "change 2: flow",
      "change 3: seed",
      "change 4",
    ]);
    expect(scenario.changes).toEqual([{ atS: 20, flow: null, id: "rtt", value: 1000 }]);
  });

  test("short forms are the defaults of all flows", () => {
    const { scenario, problems } = scenarioFromUrl(
      "cc=cubic&rtt=40ms&beta-ecn=0.8&flow=start=30s&flow=cc=newreno,rtt=50ms",
    );
    expect(problems).toEqual([]);
    expect(scenarioToUrl(scenario)).toBe(
      "v=1&flow=cc=cubic,beta-ecn=0.8,rtt=40ms,start=30s&flow=cc=newreno,beta-ecn=0.8,rtt=50ms",
    );
  });

  test("changes are put in order of time", () => {
    expect(canonical("set=30s:rtt=50ms&set=20s:rtt=80ms")).toBe("v=1&set=20s:rtt=80ms&set=30s:rtt=50ms");
  });

  test("more than can be simulated is refused with a reason", () => {
    const { scenario, problems } = scenarioFromUrl("capacity=10Gbps&duration=3600s");
    expect(scenario.run.duration).toBe(240);
    expect(problems[0].message).toBe(
      "Duration must be at most 240 s, got 3600 s: the link could carry more than 200 million packets in that time; 240 s is used.",
    );
    expect(messages("warmup=200s")).toEqual([
      "Warm-up must be below the duration of 100 s, got 200 s; 90 s is used.",
    ]);
  });
});

describe("properties", () => {
  test("any valid scenario comes back as it was", () => {
    fc.assert(
      fc.property(arbitraryScenario, (scenario) => {
        const text = scenarioToUrl(scenario);
        expect(scenarioFromUrl(text)).toEqual({ scenario, problems: [], view: {} });
        expect(decodeURIComponent(new URL(`http://x/#${text}`).hash.slice(1))).toBe(text);
      }),
    );
  });

  const keys = fc.constantFrom(
    "v",
    "aqm",
    "cc",
    "flow",
    "flows",
    "set",
    "rtt",
    "beta-ecn",
    "limit",
    "duration",
    "warmup",
    "capacity",
    "seed",
    "pin",
    "x",
  );
  const values = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "1",
      "pie",
      "cubic",
      "0",
      "-1",
      "1e400",
      "cc=cubic,rtt=",
      "20s:rtt=50ms",
      "20s:flow9.cc=x",
      "9999s:aqm=pie",
      "%",
      "%ff",
    ),
    fc.double().map(String),
  );
  const fragment = fc
    .array(fc.tuple(keys, values))
    .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join("&"));

  test("any text at all gives a valid scenario, and its link is a fixed point", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" }), fragment), (text) => {
        const { scenario } = scenarioFromUrl(text);
        expect(validateScenario(scenario)).toEqual({ scenario, problems: [] });
        const url = scenarioToUrl(scenario);
        expect(scenarioFromUrl(url)).toEqual({ scenario, problems: [], view: {} });
        expect(canonical(url)).toBe(url);
      }),
      { numRuns: 500 },
    );
  });
});

test("a run opened from its link gives the same bits", () => {
  for (const { scenario } of presets.slice(0, 11)) {
    const short = setParam(scenario, { scope: "run" }, "duration", 20);
    const linked = scenarioFromUrl(scenarioToUrl(short)).scenario;
    expect(runScenario(linked).digest()).toBe(runScenario(short).digest());
  }
});
