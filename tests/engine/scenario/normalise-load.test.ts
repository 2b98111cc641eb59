import { describe, expect, test } from "vitest";
import { type PathSpec, resolvePath, type Scenario, scenarioFromUrl } from "../../../src/engine/index.ts";
import { ratePattern } from "../../../src/engine/net/pattern.ts";
import { loadOf, longestDurationS } from "../../../src/engine/scenario/normalise-load.ts";
import { pathAfter, routeOf } from "../../../src/engine/scenario/path.ts";

const longest = (fragment: string) => longestDurationS(scenarioFromUrl(fragment).scenario);

/** Time (s) in which a 10 Mbps link sends 100 million packets of 1500 bytes. */
const AT_10_MBPS = 120_000;

describe("the limit of a run's load counts all links that carry data", () => {
  test("counts one link at its rate", () => {
    expect(longest("")).toBeCloseTo(AT_10_MBPS, 6);
    expect(longest("path=parking-lot")).toBeCloseTo(AT_10_MBPS / 3, 6);
  });

  test("does not count links that carry only ACKs, nor unused links", () => {
    expect(longest("reverse-capacity=10Gbps")).toBeCloseTo(AT_10_MBPS, 6);
    expect(longest("reverse-capacity=10Mbps&flow=cc=newreno&flow=cc=newreno,route=reverse")).toBeCloseTo(
      AT_10_MBPS / 2,
      6,
    );
  });

  test("counts the peaks of patterns", () => {
    expect(longest("capacity-pattern=square:10:0.5")).toBeCloseTo(AT_10_MBPS, 6);
    expect(longest("capacity-pattern=square:10:4")).toBeCloseTo(AT_10_MBPS / 4, 6);
    expect(longest("capacity-pattern=0:0.5;10:0.1")).toBeCloseTo(2 * AT_10_MBPS, 6);
    expect(longest("capacity-pattern=10:0.1")).toBeCloseTo(AT_10_MBPS, 6);
  });

  test("includes changes during a run, of the path or of one link", () => {
    expect(longest("set=100s:capacity=10Gbps")).toBeCloseTo(100 + (AT_10_MBPS - 100) / 1000, 6);
    expect(longest("path=parking-lot&hops=2&set=0s:link.hop1.capacity=30Mbps")).toBeCloseTo(
      AT_10_MBPS / 4,
      6,
    );
  });
});

describe("the longest duration with many changes", () => {
  /** Computes the same by resolving the whole path after each change. */
  function resolvedEachTime(scenario: Scenario): number {
    const rateBps = (path: PathSpec) => {
      const topology = resolvePath(path);
      const used = new Set(scenario.flows.flatMap((spec) => routeOf(topology, spec).forward));
      return topology.links
        .filter(({ id }) => used.has(id))
        .reduce((sum, { params }) => {
          const steps = ratePattern(String(params["capacity-pattern"]).replace(/^rates:.*/, ""))?.steps ?? [];
          return sum + Number(params.capacity) * 1e6 * Math.max(1, ...steps.map(({ value }) => value));
        }, 0);
    };
    let left = 100e6 * 1500 * 8;
    let { path } = scenario;
    let fromS = 0;
    for (const change of scenario.changes) {
      const bits = rateBps(path) * (change.atS - fromS);
      if (bits >= left) break;
      left -= bits;
      fromS = change.atS;
      path = pathAfter(path, change);
    }
    return fromS + left / rateBps(path);
  }

  const CUSTOM =
    "path=custom&link=id=a,from=x,to=y,capacity-pattern=square:10:4&link=id=b,from=y,to=z,aqm=pie&link=id=c,from=z,to=x&path-route=id=ab,forward=a+b&path-route=id=b,forward=b&flow=cc=cubic&flow=cc=cubic,route=b";

  test.each([
    ["", "capacity delay loss link.bottleneck.capacity"],
    ["capacity-pattern=square:10:4", "capacity"],
    [
      "reverse-capacity=5Mbps&flow=cc=cubic&flow=cc=cubic,route=reverse",
      "capacity link.reverse.capacity bucket",
    ],
    ["path=parking-lot&hops=4", "capacity link.hop2.capacity delay"],
    ["path=gfc-2", "scale capacity link.R2-R3.capacity"],
    ["path=dc-wan&link=id=wan,aqm=pie", "capacity dc-capacity wan-capacity link.wan.capacity"],
    [CUSTOM, "capacity link.a.capacity link.b.capacity link.c.capacity delay aqm beta-ecn"],
  ])("is that of the path after each change: %s", (fragment, names) => {
    const ids = names.split(" ");
    const textFor = (i: number, id: string) => {
      if (id === "aqm") return "pie";
      return id.endsWith("capacity") ? `${1 + ((i * 7919) % 3000)}Mbps` : `0.${1 + (i % 8)}`;
    };
    const changes = Array.from({ length: 60 }, (_, i) => {
      const id = ids[(i * 31) % ids.length];
      return `&set=${i * 3}s:${id}=${textFor(i, id)}`;
    });
    const { scenario } = scenarioFromUrl(`v=2&${fragment}${changes.join("")}`);
    expect(scenario.changes.length).toBeGreaterThan(40);
    expect(longestDurationS(scenario)).toBeCloseTo(resolvedEachTime(scenario), 6);
  });

  const loadWith = (fragment: string) => loadOf(scenarioFromUrl(`v=2&duration=10s&${fragment}`).scenario);
  const CBR = "flow=traffic=cbr,cbr-rate=1Mbps";

  test("a change of one flow raises the demand of that flow alone", () => {
    const flows = `${CBR}&${CBR}&${CBR}`;
    const [none, one, all] = ["", "&set=1s:flow2.cbr-rate=100Mbps", "&set=1s:cbr-rate=100Mbps"].map(
      (changes) => loadWith(flows + changes),
    );
    expect((one - none) / (all - none)).toBeCloseTo(1 / 3, 9);
  });

  test("flows one after the other are as many as one flow", () => {
    const inTurns = `${CBR},stop=3s&${CBR},start=3s,stop=7s&${CBR},start=7s&${CBR},start=9s,stop=8s`;
    expect(loadWith(inTurns)).toBeCloseTo(loadWith(CBR), 9);
    expect(loadWith(`${CBR},stop=3s&${CBR},start=2s`)).toBeGreaterThanOrEqual(loadWith(CBR));
  });
});

test("the load of a run counts packets of links and datagrams of flows", () => {
  const load = (fragment: string) => loadOf(scenarioFromUrl(fragment).scenario);
  expect(load("duration=60s")).toBeCloseTo(60 / AT_10_MBPS, 9);
  expect(load("duration=16s&flow=traffic=cbr,cbr-rate=1000Mbps,cbr-packet=20")).toBeGreaterThan(0.9);
});

test("the message mentions links if there are several", () => {
  const { problems } = scenarioFromUrl("path=parking-lot&capacity=10Gbps&duration=3600s");
  expect(problems[0].message).toBe(
    "Duration must be at most 40 s, got 3600 s: the links could carry more than 100 million packets in that time; 40 s is used.",
  );
});

describe("a load that is too large for even the shortest run", () => {
  const read = (fragment: string) => {
    const { scenario, problems } = scenarioFromUrl(fragment);
    return { scenario, messages: problems.map(({ message }) => message) };
  };

  test("links so fast that even the shortest run would carry too many packets get larger packets", () => {
    const { scenario, messages } = read(
      "path=parking-lot&hops=10&capacity=10Gbps&mss=100&overhead=0&duration=1s&link=id=hop1,capacity-pattern=0:10",
    );
    expect(scenario.tcp.mss).toBe(238);
    expect(messages).toEqual([
      "Segment size must be at least 238 B for links of this rate, got 100 B; 238 B is used.",
    ]);
  });

  test("traffic that starts too many transfers makes the run shorter", () => {
    const { scenario, messages } = read("traffic=cbr&cbr-rate=1Gbps&cbr-packet=20");
    expect(scenario.run.duration).toBe(16);
    expect(messages).toEqual([
      "Duration must be at most 16 s, got 100 s: flows could start more than 100 million datagrams in that time; 16 s is used.",
    ]);
    const short = read("traffic=poisson&arrival-rate=10000&flows=100");
    expect(short.messages).toEqual([
      "Duration must be at most 5 s, got 100 s: flows could start more than 5 million transfers in that time; 5 s is used.",
    ]);
    const turns = "on-time=10ms&off-time=10ms&flows=1000";
    expect(read(`traffic=on-off&${turns}`).messages).toEqual([
      "Duration must be at most 10 s, got 100 s: flows could start more than 0.5 million turns in that time; 10 s is used.",
    ]);
    // Clients that each request ten objects per second.
    const pages =
      "page-objects=10&object-gap=50ms&page-gap=500ms&session-gap=550ms&session-pages=1&flows=1000";
    expect(read(`traffic=http&${pages}&duration=2000s`).scenario.run.duration).toBe(500);
  });

  test("each of several kinds counts with its share", () => {
    const { messages } = read(
      "flow=traffic=poisson,arrival-rate=1000,count=100&flow=traffic=cbr,cbr-rate=200Mbps,cbr-packet=250,count=20&duration=60s",
    );
    expect(messages).toEqual([
      "Duration must be at most 25 s, got 60 s: flows could start more than 5 million transfers or 100 million datagrams in that time; 25 s is used.",
    ]);
  });

  test("traffic counts only while it is active", () => {
    const one = "traffic=poisson&arrival-rate=10000&flows=100&duration=3600s";
    expect(read(`${one}&start=50s`).scenario.run.duration).toBe(55);
    expect(read(`${one}&start=50s&stop=54s`).messages).toEqual([]);
    expect(read(`${one}&start=50s&stop=54s&set=52s:stop=70s`).scenario.run.duration).toBe(55);
    expect(read(`${one}&start=50s&stop=40s`).messages).toEqual([]);
    const two = "flow=traffic=poisson,arrival-rate=10000,count=50";
    expect(read(`${two},stop=5s&${two},start=5s&duration=100s`).scenario.run.duration).toBe(10);
    expect(read(`${two},stop=5s&${two},start=50s&duration=100s`).scenario.run.duration).toBe(55);
  });

  test("if that is not enough, a group loses flows, or a single flow becomes bulk traffic", () => {
    const { scenario, messages } = read(
      "flow=traffic=cbr,cbr-rate=5Gbps,cbr-packet=20,count=4&flow=traffic=cbr,cbr-rate=5Gbps,cbr-packet=20&flow=traffic=cbr",
    );
    expect(scenario.flows.map(({ traffic, count }) => [traffic, count])).toEqual([
      ["cbr", 3],
      ["bulk", 1],
      ["cbr", 1],
    ]);
    const most = "at most 100 million datagrams a second in total";
    expect(messages).toEqual([
      `Flow 1: Traffic must be ${most}, got 125000000; 3 of 4 flows is used.`,
      `Flow 2: Traffic must be ${most}, got 31250000; Bulk is used.`,
      "Duration must be at most 1.06667 s, got 100 s: flows could start more than 100 million datagrams in that time; 1 s is used.",
    ]);
  });

  test("flows that start later are not affected", () => {
    const one = "flow=traffic=poisson,arrival-rate=10000,count=500";
    const { scenario, messages } = read(`${one}&${one},start=0.5s`);
    expect(scenario.flows.map(({ traffic }) => traffic)).toEqual(["poisson", "bulk"]);
    expect(messages[0]).toBe(
      "Flow 2: Traffic must be at most 5 million transfers a second in total, got 5000000; Bulk is used.",
    );
    expect(read(`${one}&${one},start=1s`).scenario.flows.map(({ traffic }) => traffic)).toEqual([
      "poisson",
      "poisson",
    ]);
  });

  test("changes with the greatest demand are included", () => {
    expect(read("traffic=cbr&cbr-packet=20&set=1s:cbr-rate=1Gbps").scenario.run.duration).toBe(16);
    const back = "traffic=cbr&cbr-packet=20&set=1s:cbr-rate=1Gbps&set=2s:cbr-rate=1Mbps";
    expect(read(back).scenario.run.duration).toBe(16);
  });
});
