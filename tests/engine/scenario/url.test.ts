import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AlgorithmDeclaration,
  addFlow,
  congestionControls,
  defaultScenario,
  NO_PROGRAMS,
  presets,
  queueDisciplines,
  type Scenario,
  scenarioFromUrl,
  scenarioToFlags,
  scenarioToUrl,
  setAqm,
  setCc,
  setParam,
  validateScenario,
} from "../../../src/engine/index.ts";
import { orList } from "../../../src/engine/params/value-text.ts";
import { settingKeys } from "../../../src/engine/scenario/names.ts";
import { VIEW_KEYS } from "../../../src/engine/scenario/url.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { cases } from "../../effort.ts";
import { arbitraryScenario } from "./arbitrary-scenario.ts";

/** Returns the flags for a URL in the current format, so that no settings of older versions appear. */
const flags = (fragment: string) => scenarioToFlags(scenarioFromUrl(`v=2&${fragment}`).scenario);

test("the default scenario needs no flags", () => {
  expect(scenarioToFlags(defaultScenario())).toBe("");
});

test("gives the flags that repeat a run, quoted where a shell would misread them", () => {
  expect(flags("aqm=pie&beta-ecn=0.8&ecn=off&flows=3")).toBe("--aqm pie --ecn off --beta-ecn 0.8 --flows 3");
  expect(flags("flow=cc=cubic,rtt=20ms&flow=cc=newreno&set=20s:flow2.beta-ecn=0.9")).toBe(
    '--flow "cc=cubic,rtt=20ms" --flow cc=newreno --set 20s:flow2.beta-ecn=0.9'.replace(
      "cc=newreno --set 20s:flow2.beta-ecn=0.9",
      '"cc=newreno" --set "20s:flow2.beta-ecn=0.9"',
    ),
  );
});

test("every preset can be written as flags", () => {
  for (const { scenario, id } of presets)
    if (id !== "one-flow") expect(scenarioToFlags(scenario), id).toMatch(/^--/);
});

const messages = (fragment: string) => scenarioFromUrl(fragment).problems.map((problem) => problem.message);
const namesOf = (list: readonly AlgorithmDeclaration[]) => orList(list.map(({ id }) => id));
const canonical = (fragment: string) =>
  scenarioToUrl(scenarioFromUrl(/#|^v=/.test(fragment) ? fragment : `v=2&${fragment}`).scenario);

describe("writing a link", () => {
  test("defaults are omitted", () => {
    expect(scenarioToUrl(defaultScenario())).toBe("v=2");
  });

  test("v comes first, then the other keys in canonical order, with the names of the command line", () => {
    let scenario = setParam(defaultScenario(), { scope: "run" }, "seed", 7);
    scenario = setParam(scenario, { scope: "flow", flow: 0 }, "beta-ecn", 0.8);
    scenario = setAqm(scenario, "pie");
    scenario = setParam(scenario, { scope: "path" }, "capacity", 20);
    scenario = setParam(scenario, { scope: "tcp" }, "sack", false);
    expect(scenarioToUrl(scenario)).toBe("v=2&capacity=20Mbps&aqm=pie&beta-ecn=0.8&sack=off&seed=7");
  });

  test('one group of flows is written in short forms, several groups as one "flow" each', () => {
    const one = setCc(defaultScenario(), 0, "cubic");
    expect(scenarioToUrl({ ...one, flows: [{ ...one.flows[0], count: 10 }] })).toBe("v=2&cc=cubic&flows=10");
    const two = setParam(addFlow(one), { scope: "flow", flow: 1 }, "start", 30);
    expect(scenarioToUrl(two)).toBe("v=2&flow=cc=cubic&flow=cc=newreno,start=30s");
  });

  test("changes during a run are written for all flows, for one flow, or for a link", () => {
    const changes = [
      { atS: 20, flow: null, link: null, id: "beta-ecn", value: 0.9 },
      { atS: 20.5, flow: 1, link: null, id: "beta-ecn", value: 0.8 },
      { atS: 30, flow: null, link: null, id: "aqm", value: "pie" },
      { atS: 40, flow: null, link: null, id: "limit", value: "50p" },
      { atS: 45, flow: null, link: "bottleneck", id: "capacity", value: 5 },
      { atS: 50, flow: 0, link: null, id: "stop", value: null },
    ];
    const text = scenarioToUrl({ ...addFlow(defaultScenario()), changes });
    expect(text).toBe(
      "v=2&flow=cc=newreno&flow=cc=newreno&set=20s:beta-ecn=0.9&set=20.5s:flow2.beta-ecn=0.8" +
        "&set=30s:aqm=pie&set=40s:limit=50p&set=45s:link.bottleneck.capacity=5Mbps&set=50s:flow1.stop=end",
    );
    expect(scenarioFromUrl(text)).toMatchObject({ problems: [], scenario: { changes } });
  });

  test("a default warm-up is not written, however short the run", () => {
    const short = setParam(defaultScenario(), { scope: "run" }, "duration", 5);
    expect(scenarioToUrl(short)).toBe("v=2&duration=5s");
    expect(scenarioFromUrl("v=2&duration=5s")).toEqual({
      scenario: short,
      problems: [],
      view: {},
      isOld: false,
    });
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

describe("reading a link", () => {
  test("an empty link is the default scenario", () => {
    expect(scenarioFromUrl("")).toEqual({
      scenario: defaultScenario(),
      problems: [],
      view: {},
      isOld: false,
    });
    expect(scenarioFromUrl("#")).toEqual({
      scenario: defaultScenario(),
      problems: [],
      view: {},
      isOld: false,
    });
  });

  test("accepts a whole link, any order, units and mangled ampersands", () => {
    const expected = "v=2&capacity=20Mbps&beta-ecn=0.8";
    expect(canonical("https://example.org/sawtooth/?a=b#beta-ecn=80%25&capacity=20000kbps&v=2")).toBe(
      expected,
    );
    expect(canonical("#v=2&amp;capacity=20&amp;beta-ecn=.8&")).toBe(expected);
    expect(canonical("v=2&v%3D2=&beta%2Decn=0%2E8&capacity=20 Mbit/s")).toBe(expected);
  });

  test("free text is preserved with all its characters, and the rest stays readable", () => {
    const label = "50 % & more # of A, B = all";
    const path = { topology: "custom", links: [{ id: "a" }], routes: [{ id: "r", label, forward: ["a"] }] };
    const { scenario } = validateScenario({ v: 2, path });
    const url = scenarioToUrl(scenario);
    expect(url).toBe(
      "v=2&path=custom&link=id=a,from=n1,to=n2&path-route=id=r,label=50%20%2525%20%2526%20more%20%2523%20of%20A%252C%20B%20%253D%20all,forward=a",
    );
    expect(scenarioFromUrl(url)).toEqual({ scenario, problems: [], view: {}, isOld: false });
    expect(scenarioFromUrl(new URL(`https://example.org/#${url}`).href).scenario).toEqual(scenario);
  });

  test("reads links written before other paths and kinds of traffic existed", () => {
    const { scenario, problems } = scenarioFromUrl(
      "v=2&capacity=20Mbps&flow=cc=cubic,rtt=20ms,size=100000B,count=3&flow=cc=newreno,start=30s&set=20s:flow2.beta-ecn=0.9&set=30s:capacity=5Mbps",
    );
    expect(problems).toEqual([]);
    expect(scenario.path).toMatchObject({ topology: "dumbbell", links: [], routes: [] });
    expect(scenario.flows.map(({ traffic, params }) => [traffic, params.size, params.route])).toEqual([
      ["bulk", 100_000, ""],
      ["bulk", null, ""],
    ]);
    expect(scenarioToUrl(scenario)).toBe(
      "v=2&capacity=20Mbps&flow=cc=cubic,rtt=20ms,size=100000B,count=3&flow=cc=newreno,start=30s&set=20s:flow2.beta-ecn=0.9&set=30s:capacity=5Mbps",
    );
  });

  test("in links written when all flows shared the kind of reduction, the short form applies to all", () => {
    const { scenario, problems } = scenarioFromUrl(
      "v=2&recovery=classic&flow=cc=newreno&flow=cc=bbr1,start=5s&flow=traffic=cbr&set=20s:recovery=prr",
    );
    expect(problems).toEqual([]);
    expect(scenario.tcp).not.toHaveProperty("recovery");
    expect(scenario.flows.map(({ params }) => params.recovery)).toEqual(["classic", "classic", undefined]);
    expect(scenario.changes).toMatchObject([{ flow: null, id: "recovery", value: "prr" }]);
    expect(canonical("v=2&beta-ecn=0.8&rtt=400ms&recovery=classic&overhead=66B")).toBe(
      "v=2&beta-ecn=0.8&rtt=400ms&recovery=classic&overhead=66B",
    );
  });

  test("reads the kind of reduction of one group, and of a group that differs from the rest", () => {
    const link = "v=2&flow=cc=newreno,recovery=classic&flow=cc=cubic&set=20s:flow2.recovery=classic";
    expect(canonical(link)).toBe(link);
    expect(scenarioFromUrl(link).scenario.flows.map(({ params }) => params.recovery)).toEqual([
      "classic",
      "prr",
    ]);
    expect(canonical("v=2&recovery=classic&flow=cc=newreno&flow=cc=cubic,recovery=prr")).toBe(
      "v=2&flow=cc=newreno,recovery=classic&flow=cc=cubic",
    );
    expect(messages("traffic=cbr&recovery=classic")).toEqual([
      '"recovery" is not a setting of newreno or cbr; it was left out.',
    ]);
  });

  test("reads the TCP settings of other simulators", () => {
    const link =
      "v=2&cc=ecn-ab&ab-slow-start=half&ab-cut=whole&initial-rto=6000ms&ect-retransmissions=on" +
      "&min-cwnd=1&receive-window=20&set=5s:receive-window=unlimited&set=6s:min-cwnd=2";
    expect(messages(link)).toEqual([]);
    expect(canonical(link)).toBe(link);
    expect(messages("min-cwnd=0.5&receive-window=1&initial-rto=20s")).toEqual([
      "First RTO must be 100 to 10000 ms, got 20s; 10000 ms is used.",
      "Minimum window must be 1 to 4 segments, got 0.5; 1 segment is used.",
      'Receive window must be 2 to 100000 segments or "unlimited", got 1; 2 segments is used.',
    ]);
  });

  test("reads the traffic of one group in short form, over UDP without a congestion control", () => {
    expect(canonical("v=2&traffic=on-off&on-time=5s&cc=cubic")).toBe(
      "v=2&cc=cubic&traffic=on-off&on-time=5s",
    );
    expect(canonical("v=2&flow=traffic=cbr,cbr-rate=2Mbps&flow=cc=newreno")).toBe(
      "v=2&flow=traffic=cbr,cbr-rate=2Mbps&flow=cc=newreno",
    );
    expect(messages("flow=traffic=cbr,beta-ecn=0.8")).toEqual([
      'Flow 1: "beta-ecn" is not a setting of newreno or cbr; it was left out.',
    ]);
  });

  test("changes of settings that the path does not have are reported", () => {
    expect(
      messages(
        "set=5s:link.wan.loss=0.1&set=5s:scale=2&set=5s:hops=4&set=5s:traffic=cbr&set=5s:link.bottleneck.rtt=5ms",
      ),
    ).toEqual([
      "Change 1: link must be bottleneck, got wan; it was left out.",
      'Change 2: "scale" is not a setting of dumbbell; it was left out.',
      "Change 3: Hops cannot change during the run; it was left out.",
      "Change 4: Traffic cannot change during the run; it was left out.",
      "Change 5: RTT is not a setting of a link; it was left out.",
    ]);
  });

  test("a broken percent sequence stays unchanged and is reported", () => {
    expect(messages("rtt=80%")).toEqual(["RTT must be 0.001 to 2000 ms, got 80%; 100 ms is used."]);
    expect(messages("rtt=%E0%A4%A")).toEqual(["RTT must be 0.001 to 2000 ms, got %E0%A4%A; 100 ms is used."]);
  });

  test("keys of the page are passed through, decoded", () => {
    const { view, problems } = scenarioFromUrl("v=2&pin=v%3D2%26rtt%3D50ms&mode=live&trace=x");
    expect(view).toEqual({ pin: "v=2&rtt=50ms", mode: "live", trace: "x" });
    expect(problems).toEqual([]);
    expect(scenarioFromUrl("v=2&zoom=3", NO_PROGRAMS, ["zoom"]).view).toEqual({ zoom: "3" });
  });

  test("every wrong field is reported with what is allowed and what is used", () => {
    expect(scenarioFromUrl("v=2&beta-ecn=1.5").problems).toEqual([
      {
        field: "beta-ecn",
        given: "1.5",
        allowed: "0.3 to 0.99",
        used: "0.99",
        fault: "β_ecn must be 0.3 to 0.99, got 1.5",
        message: "β_ecn must be 0.3 to 0.99, got 1.5; 0.99 is used.",
      },
    ]);
    expect(messages("v=2&rtt=9s&aqm=wred&cc=reno&flows=0")).toEqual([
      `Queue discipline must be ${namesOf(queueDisciplines)}, got wred; CoDel is used.`,
      `Congestion control must be ${namesOf(congestionControls)}, got reno; NewReno is used.`,
      "RTT must be 0.001 to 2000 ms, got 9s; 2000 ms is used.",
      "Number of flows must be a whole number 1 to 1000, got 0; 1 is used.",
    ]);
  });

  test("unknown and duplicate keys are reported; settings of other algorithms too, but as harmless", () => {
    expect(messages("v=2&bta-ecn=0.8")).toEqual([
      'Nothing is called "bta-ecn"; it was left out. Did you mean beta-ecn?',
    ]);
    expect(messages("v=2&rtt=10ms&rtt=20ms")).toEqual([
      '"rtt" was given twice, as 10ms and 20ms; 20ms is used.',
    ]);
    const { problems } = scenarioFromUrl("v=2&hystart=off&update=30ms");
    expect(problems.map(({ message, harmless }) => [message, harmless])).toEqual([
      ['"update" is not a setting of codel; it was left out.', true],
      ['"hystart" is not a setting of newreno; it was left out.', true],
    ]);
  });

  test("a newer version is reported, and all known keys are used", () => {
    const { scenario, problems } = scenarioFromUrl("v=3&beta-ecn=0.8&from-the-future=1");
    expect(scenarioToUrl(scenario)).toBe("v=2&beta-ecn=0.8");
    expect(problems.map(({ field }) => field)).toEqual(["v", "from-the-future"]);
    expect(problems[0].message).toMatch(/newer version/);
  });

  test("problems of a flow or a change name it", () => {
    const { problems, scenario } = scenarioFromUrl(
      "flow=cc=cubic,rtt=1h&flow=cc=reno,colour=red&set=20s:rtt=1s&set=5s:flow3.rtt=50ms&set=5s:seed=2&set=now",
    );
    expect(problems.map(({ field }) => field)).toEqual([
      "flow 2: colour",
      "change 4",
      "flow 1: rtt",
      "flow 2: cc",
      "change 2: flow",
      "change 3: seed",
    ]);
    expect(scenario.changes).toEqual([{ atS: 20, flow: null, link: null, id: "rtt", value: 1000 }]);
  });

  test("short forms are the defaults of all flows", () => {
    const { scenario, problems } = scenarioFromUrl(
      "v=2&cc=cubic&rtt=40ms&beta-ecn=0.8&flow=start=30s&flow=cc=newreno,rtt=50ms",
    );
    expect(problems).toEqual([]);
    expect(scenarioToUrl(scenario)).toBe(
      "v=2&flow=cc=cubic,beta-ecn=0.8,rtt=40ms,start=30s&flow=cc=newreno,beta-ecn=0.8,rtt=50ms",
    );
  });

  test("changes are sorted by time", () => {
    expect(canonical("v=2&set=30s:rtt=50ms&set=20s:rtt=80ms")).toBe("v=2&set=20s:rtt=80ms&set=30s:rtt=50ms");
  });

  test("a scenario that is too large to be simulated is refused with a reason", () => {
    const { scenario, problems } = scenarioFromUrl("capacity=10Gbps&duration=3600s");
    expect(scenario.run.duration).toBe(120);
    expect(problems[0].message).toBe(
      "Duration must be at most 120 s, got 3600 s: the link could carry more than 100 million packets in that time; 120 s is used.",
    );
    expect(messages("warmup=200s")).toEqual([
      "Warm-up must be below the duration of 100 s, got 200 s; 90 s is used.",
    ]);
  });
});

test("no key of the page is the name of a setting", () => {
  expect(settingKeys(undefined).filter((key) => VIEW_KEYS.includes(key))).toEqual([]);
});

describe("properties", () => {
  test("any valid scenario is read back unchanged", () => {
    fc.assert(
      fc.property(arbitraryScenario, (scenario) => {
        const text = scenarioToUrl(scenario);
        expect(scenarioFromUrl(text)).toEqual({ scenario, problems: [], view: {}, isOld: false });
        expect(scenarioFromUrl(new URL(`http://x/#${text}`).href).scenario).toEqual(scenario);
      }),
    );
  });

  const keys = fc.constantFrom(
    ...`v aqm cc flow flows set rtt beta-ecn limit duration warmup capacity seed pin x path link path-route traffic hops both-ways reverse-capacity route`.split(
      " ",
    ),
  );
  const values = fc.oneof(
    fc.string(),
    fc.constantFrom(
      ...[
        "1 pie cubic 0 -1 1e400 cc=cubic,rtt= 20s:rtt=50ms 20s:flow9.cc=x 9999s:aqm=pie custom gfc-2",
        "parking-lot id=a,from=x,to=y,aqm=pi,limit=3p id=hop1,capacity=5,red-min=100p,aqm=red",
        "from=x,to=x id=r,forward=a+b,back=c,label=%2C cc=dctcp,ecn=off,route=hop2",
        "traffic=cbr,cbr-rate=10Gbps,cbr-packet=20,count=500 5s:link.hop1.capacity=3 5s:link.a.aqm=pie",
        "5s:scale=2 cbr on % %ff",
      ].flatMap((line) => line.split(" ")),
    ),
    fc.double().map(String),
  );
  const fragment = fc
    .array(fc.tuple(keys, values))
    .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join("&"));

  test("any text gives a valid scenario, whose link reads back as the same scenario", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" }), fragment), (text) => {
        const { scenario } = scenarioFromUrl(text);
        expect(validateScenario(scenario)).toEqual({ scenario, problems: [], isOld: false });
        const url = scenarioToUrl(scenario);
        expect(scenarioFromUrl(url)).toEqual({ scenario, problems: [], view: {}, isOld: false });
        expect(canonical(url)).toBe(url);
      }),
      cases(500),
    );
  });
});

test("a run opened from its link gives the same result", () => {
  for (const { scenario } of presets.slice(0, 11)) {
    const short = setParam(scenario, { scope: "run" }, "duration", 20);
    const linked = scenarioFromUrl(scenarioToUrl(short)).scenario;
    expect(runScenario(linked).digest()).toBe(runScenario(short).digest());
  }
});

test("of many unknown names a hundred are named, and the number of the others is stated", () => {
  const names = Array.from({ length: 5000 }, (_, i) => `x${i}=1`);
  const { problems } = scenarioFromUrl(`v=2&${names.join("&")}`);
  expect(problems).toHaveLength(101);
  expect(problems[99].message).toContain('Nothing is called "x99"');
  expect(problems[100].message).toBe("4900 more names are unknown; they were left out.");
});
