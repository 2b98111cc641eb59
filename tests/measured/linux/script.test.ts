import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type AlgorithmDeclaration,
  applySettings,
  congestionControls,
  declaredParams,
  defaultScenario,
  linkParams,
  queueDisciplines,
  type Scenario,
  trafficKinds,
} from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import {
  differences,
  FLOW,
  LINK,
  linuxPlan,
  linuxScript,
  NotExportable,
  QUEUES,
  queueWords,
  RUN,
  redBurst,
  SENDERS,
  TCP,
  TRAFFIC,
  unnamedNotes,
} from "../../../src/measured/linux/script.ts";
import { expectGolden } from "../../golden/golden-file.ts";

const MADE = { program: "Sawtooth", link: "#v=2" };

/** Returns the default scenario with these settings, such as "aqm=pie". */
function scenarioWith(...settings: readonly string[]): Scenario {
  const { scenario, problems } = applySettings(
    defaultScenario(),
    settings.map((one) => {
      const at = one.indexOf("=");
      return { key: one.slice(0, at), text: one.slice(at + 1) };
    }),
  );
  expect(problems).toEqual([]);
  return scenario;
}

const scriptOf = (scenario: Scenario) => linuxScript(scenario, () => runScenario(scenario).results(), MADE);

const SHORT = ["duration=2s", "warmup=1s"];
/** Two links to the receivers and one back, each with settings of its own; the second group sends in the other direction. */
const BOTH_WAYS = [
  "path=custom",
  "link=id=near,from=A,to=B,capacity=20Mbps,delay=5ms",
  "link=id=far,from=B,to=C,capacity=10Mbps,aqm=dualpi2,loss=0.001",
  "link=id=home,from=C,to=A,capacity=5Mbps,delay=10ms,aqm=droptail,limit=50p",
  "path-route=id=there,forward=near+far,back=home",
  "path-route=id=back,forward=home,back=near+far",
  "flow=cc=cubic,route=there,rtt=4ms",
  "flow=cc=newreno,route=back,rtt=6ms",
];
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  default: ["duration=5s", "warmup=1s"],
  "a FIFO of bytes": [...SHORT, "aqm=droptail", "limit=150kB", "bucket=5000"],
  "DualPI2 and two groups": [
    ...SHORT,
    "aqm=dualpi2",
    "flow=cc=prague,rtt=10ms",
    "flow=cc=cubic,rtt=20ms,count=2",
  ],
  "loss, jitter, UDP and a size": [
    ...SHORT,
    "aqm=red",
    "loss=0.01",
    "jitter=2ms",
    "flow=traffic=cbr,cbr-rate=1Mbps",
    "flow=cc=bbr1,ecn=off,size=200000,start=0.5s",
  ],
  "a parking lot": [...SHORT, "path=parking-lot", "hops=2"],
  "a custom path both ways": [...SHORT, ...BOTH_WAYS],
};

describe("the tables", () => {
  const ids = (params: readonly { readonly id: string }[]) => params.map(({ id }) => id).sort();
  const paramsOf = (all: readonly AlgorithmDeclaration[], id: string) =>
    ids(all.find((one) => one.id === id)?.params ?? []);

  test("decide about each parameter of the queue disciplines that they name", () => {
    for (const [id, { knobs }] of Object.entries(QUEUES))
      expect(Object.keys(knobs).sort(), id).toEqual([...paramsOf(queueDisciplines, id), "limit"].sort());
  });

  test("decide about each parameter of the congestion controls that they name", () => {
    for (const [id, { knobs }] of Object.entries(SENDERS))
      expect(Object.keys(knobs).sort(), id).toEqual(paramsOf(congestionControls, id));
  });

  test("decide about every other parameter of a scenario that can be exported", () => {
    const scenario = defaultScenario();
    const of = (scope: "tcp" | "run") => ids(declaredParams(scenario, { scope }));
    // A setting of TCP without a line there is named as a difference once it is changed.
    expect(of("tcp")).toEqual(expect.arrayContaining(Object.keys(TCP)));
    expect(Object.keys(RUN).sort()).toEqual(of("run"));
    expect(Object.keys(LINK).sort()).toEqual(ids(linkParams));
    for (const [kind, knobs] of Object.entries(TRAFFIC))
      expect(Object.keys(knobs).sort()).toEqual(
        ids(trafficKinds.find(({ id }) => id === kind)?.params ?? []),
      );
    const known = [...Object.keys(FLOW), ...Object.keys(SENDERS.newreno.knobs), ...Object.keys(TRAFFIC.bulk)];
    expect(known).toEqual(expect.arrayContaining(ids(declaredParams(scenario, { scope: "flow", flow: 0 }))));
  });
});

describe("queues", () => {
  const wordsOf = (...settings: readonly string[]) => queueWords(scenarioWith(...settings)).words;

  test("get their parameters in the units of tc", () => {
    expect(wordsOf()).toBe("codel limit 1000 target 5000us interval 100000us ecn");
    expect(wordsOf("aqm-ecn=off", "ce-threshold=1ms")).toBe(
      "codel limit 1000 target 5000us interval 100000us ce_threshold 1000us noecn",
    );
    expect(wordsOf("aqm=droptail", "limit=100p")).toBe("pfifo limit 100");
    expect(wordsOf("aqm=droptail", "limit=150kB")).toBe("bfifo limit 150000");
    expect(wordsOf("aqm=pie", "target=20ms", "pie-alpha=0.25")).toBe(
      "pie limit 1000 target 20000us tupdate 15000us alpha 4 beta 20 ecn",
    );
    expect(wordsOf("aqm=fq-pie", "pie-ecn-drop=off")).toBe(
      "fq_pie limit 1000 flows 1024 quantum 1514 target 15000us tupdate 15000us alpha 2 beta 20 ecn ecn_prob 100",
    );
    expect(wordsOf("aqm=dualpi2", "dual-c-share=0.2", "dual-l-ect=any", "dual-step-packets=0")).toBe(
      "dualpi2 limit 1000 target 15000us tupdate 16000us alpha 0.16 beta 3.2 coupling_factor 2 step_thresh 1000us min_qlen_step 0 any_ect classic_protection 20% drop_on_overload",
    );
    expect(wordsOf("aqm=cobalt")).toBe("cake memlimit 3000000 rtt 100000us unlimited besteffort flowblind");
  });

  test("take RED's thresholds in bytes, and a burst from which tc derives the weight", () => {
    expect(wordsOf("aqm=red", "red-min=10p", "red-max=30p", "red-above-max=mark")).toBe(
      "red limit 1500000 min 15000 max 45000 avpkt 1500 burst 99 bandwidth 10000000bit probability 0.1 ecn",
    );
    // Linux accepts an exponent if burst + 1 − min/avpkt <= (1 − (1 − W)^burst) / W (tc_red_eval_ewma).
    for (const log of [2, 5, 9]) {
      const burst = redBurst(log, 30_000, 1500);
      const fits = (w: number) => burst + 1 - 20 <= (1 - (1 - 2 ** -w) ** burst) * 2 ** w;
      expect([fits(log - 1), fits(log)]).toEqual([false, true]);
    }
  });
});

describe("differences", () => {
  const differencesOf = (...settings: readonly string[]) => differences(scenarioWith(...settings)).join("\n");

  test("are none where Linux has every setting", () => {
    for (const id of ["droptail", "codel", "fq-codel", "pie", "fq-pie"])
      expect(differencesOf(`aqm=${id}`), id).toBe("");
  });

  test("name settings that Linux does not have, and what happens instead", () => {
    expect(differencesOf("beta-ecn=0.85")).toContain('"beta-ecn" is 0.85 in Sawtooth. Linux keeps 0.5');
    const cubic = differencesOf("cc=cubic", "beta-loss=0.6");
    expect(cubic).toContain("beta = 614/1024");
    expect(cubic).toContain("the script leaves it at 0.7");
    expect(differencesOf("aqm=step")).toContain("CoDel's ce_threshold stands for it");
    expect(differencesOf("cc=adaptive-abe")).toContain("Linux has no such sender: Reno stands for it.");
    expect(differencesOf("delayed-ack-timer=100ms")).toContain("TCP:");
    expect(differencesOf("aqm=pie", "pie-alpha=0.1")).toContain("0.125 in Linux");
  });

  test("name a changed setting for which there is no line", () => {
    const params = declaredParams(defaultScenario(), { scope: "tcp" });
    const { "min-rto": _, ...others } = TCP;
    const values = (...settings: readonly string[]) => scenarioWith(...settings).tcp;
    expect(unnamedNotes(params, others, values())).toEqual([]);
    expect(unnamedNotes(params, others, values("min-rto=300ms"))).toEqual([
      '"min-rto" is 300 in Sawtooth. The script sets nothing for it.',
    ]);
    expect(unnamedNotes(params, TCP, values("min-rto=300ms"))).toEqual([]);
  });

  test("are listed at the top of the script", () => {
    expect(scriptOf(scenarioWith(...SHORT, "beta-ecn=0.85")).split("set -euo")[0]).toContain("beta-ecn");
  });
});

test.each([
  ["traffic=http", 'Traffic "http"'],
  ["traffic=poisson", 'Traffic "poisson"'],
  ["traffic=on-off", 'Traffic "on-off"'],
  ["capacity-pattern=square:10:0.5", "A capacity that changes"],
  ["delay-pattern=square:10:20", "A delay that changes"],
  ["set=5s:capacity=5Mbps", "Changes during the run"],
  ["link=id=bottleneck,capacity-pattern=square:10:0.5", 'as that of the link "bottleneck"'],
  ["flows=101", "The scenario has 101 flows"],
  [
    "path=custom&link=id=a,from=A,to=B&link=id=b,from=B,to=A&link=id=c,from=A,to=C&path-route=id=loop,forward=a+b+c",
    'The route "loop" passes the node A twice',
  ],
])("refuses %s with one sentence, before the run", (setting, why) => {
  const scenario = scenarioWith(...setting.split("&"));
  const script = () => linuxScript(scenario, () => expect.fail("must not run"), MADE);
  expect(script).toThrow(NotExportable);
  expect(script).toThrow(why);
});

test("a path becomes links between numbered routers, and each group passes those of its route", () => {
  const scenario = scenarioWith(...SHORT, ...BOTH_WAYS);
  const { links, groups, minKernel } = linuxPlan(scenario, () => runScenario(scenario).results());
  expect(links.map(({ id, from, to, rateBps, after }) => [id, from, to, rateBps, after])).toEqual([
    ["near", 1, 2, 20e6, "delay 5000us limit 200000"],
    ["far", 2, 3, 10e6, "delay 0us loss random 0.1% limit 200000"],
    ["home", 3, 1, 5e6, "delay 10000us limit 200000"],
  ]);
  expect(links.map(({ queue }) => queue.split(" ")[0])).toEqual(["codel", "dualpi2", "pfifo"]);
  expect(minKernel).toBe("6.17");
  expect(groups).toMatchObject([
    {
      linksForward: [1, 2],
      linksBack: [3],
      forward: "delay 2000us limit 200000",
      back: "delay 2000us limit 200000",
    },
    { linksForward: [3], linksBack: [1, 2], forward: "delay 3000us limit 200000" },
  ]);
});

test("ACKs whose route has no links back take as long over the links as the data", () => {
  const scenario = scenarioWith(...SHORT, "path=parking-lot", "hops=3", "delay=8ms");
  const { groups } = linuxPlan(scenario, () => runScenario(scenario).results());
  expect(groups.map(({ forward, back }) => [forward, back].map((words) => words.split(" ")[1]))).toEqual([
    ["5000us", "29000us"],
    ...[1, 2, 3].map(() => ["5000us", "13000us"]),
  ]);
});

test("the script of a default run is the stored one, apart from Sawtooth's figures", () => {
  const script = scriptOf(scenarioWith(...SCENARIOS.default)).replace(/^(SIM_\w+)=.*$/gm, "$1=…");
  expectGolden("script", `${script}\n`, import.meta.dirname);
});

describe.each(Object.entries(SCENARIOS))("the script of %s", (_, settings) => {
  const run = (program: string, ...words: readonly string[]) => {
    const folder = mkdtempSync(join(tmpdir(), "sawtooth-linux-"));
    try {
      const file = join(folder, "run.sh");
      writeFileSync(file, `${scriptOf(scenarioWith(...settings))}\n`);
      return spawnSync(
        program,
        words.map((word) => (word === "FILE" ? file : word)),
        { encoding: "utf8" },
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const has = (program: string) => spawnSync(program, ["--version"]).status === 0;

  test.skipIf(!has("bash"))("can be read by bash, and prints its commands", () => {
    expect(run("bash", "-n", "FILE")).toMatchObject({ status: 0, stderr: "" });
    const { status, stdout, stderr } = run("bash", "FILE", "--dry-run", "--sender", "iperf3");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const { links } = linuxPlan(scenarioWith(...settings), () =>
      runScenario(scenarioWith(...settings)).results(),
    );
    const queues = links.map(({ device }) => device);
    for (const device of queues) expect(stdout).toContain(`tc qdisc add dev ${device} root handle 1:`);
    // Every command runs in a network namespace or creates one.
    const outside = /^(ip netns (add|exec) saw\d+-|ip link add \S+ netns saw\d+-)/;
    expect(
      stdout
        .trim()
        .split("\n")
        .filter((line) => !outside.test(line)),
    ).toEqual([]);
    // netem and the queue under test are on different interfaces.
    const under = stdout
      .split("\n")
      .filter((line) => queues.some((device) => line.includes(`tc qdisc add dev ${device} `)));
    expect(under.filter((line) => line.includes("netem"))).toEqual([]);
  });

  test.skipIf(!has("shellcheck"))("passes shellcheck, where it is installed", () => {
    expect(run("shellcheck", "FILE")).toMatchObject({ status: 0, stdout: "" });
  });
});
