/** Tests the commands that the testbed runs for each stored case, without running them. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { loadReferences } from "../../src/cli/validation/reference-cases.ts";
import { linuxRecipe } from "../../testbed/linux-recipe.ts";
import { ns3Recipe } from "../../testbed/ns3-recipe.ts";
import { NoRecipe, type StoredCase, storedCases } from "../../testbed/stored-cases.ts";

const root = resolve(import.meta.dirname, "../..");
const cases = storedCases();
const isNs3 = ({ source }: StoredCase) => source.startsWith("ns-3");

function recipeOf(one: StoredCase): string {
  if (isNs3(one)) return ns3Recipe(one, 1).join(" ");
  const { setup, spec } = linuxRecipe(one, 1);
  return setup + spec;
}

function named(id: string): StoredCase {
  const one = cases.find((stored) => stored.id === id);
  if (one === undefined) throw new Error(`no case ${id}`);
  return one;
}

const queueOf = (id: string) => linuxRecipe(named(id), 1).setup.match(/handle 10: (.*)/)?.[1];

test("the known cases are those that validate compares, and other cases may exist", () => {
  const known = new Set(cases.map(({ id }) => id));
  expect(loadReferences().filter(({ id }) => !known.has(id))).toEqual([]);
  expect(known.size).toBe(cases.length);
});

test("each stored case has a recipe, except for a sender that no kernel of Debian contains", () => {
  const missing = cases.flatMap((one) => {
    try {
      recipeOf(one);
      return [];
    } catch (error) {
      if (!(error instanceof NoRecipe)) throw error;
      return [`${one.id}: ${error.message}`];
    }
  });
  expect(missing.filter((text) => !/cc=prague|[Pp]rague|BBRv3/.test(text))).toEqual([]);
});

test("every line of the traffic is one that linux/traffic.c reads, and a round trip is two halves", () => {
  const PLACE = "[sd]\\d* d\\d* 10\\.\\d+\\.\\d+\\.2";
  const LINE = new RegExp(
    `^(${[
      "(seconds|phase|seed) [\\d.]+",
      `flow [a-z_]{2,15} [013] \\d+ \\d+\\.\\d{6} \\d+ \\d+ \\d+ ${PLACE}`,
      `udp \\d+\\.\\d{6} [\\d.]+ \\d+ [01] ${PLACE}`,
      `web [a-z]+ [01] \\d+\\.\\d{6}( [\\d.]+){3} \\d+ \\d+ \\d+ [012] [\\d.]+ ${PLACE}`,
      `short [a-z]+ [01] \\d+\\.\\d{6} [\\d.]+ \\d+ [012] [\\d.]+ ${PLACE}`,
      "mark \\d+ \\d+ \\d+",
      "at \\d+ ip netns exec a tc class change .*",
    ].join("|")})$`,
  );
  for (const one of cases.filter((stored) => !isNs3(stored))) {
    try {
      const { network, setup, spec } = linuxRecipe(one, 1);
      expect(
        spec
          .trim()
          .split("\n")
          .filter((line) => !LINE.test(line)),
        one.id,
      ).toEqual([]);
      const rtts = [...one.args.join(" ").matchAll(/rtt=([\d.]+)ms/g)].map(([, ms]) => Number(ms));
      const halves = new RegExp(`netem delay ${rtts[0] * 500}us( loss random [\\d.]+%)? limit`, "g");
      if (network === null) expect(setup.match(halves), one.id).toHaveLength(2);
      else {
        for (const [group, ms] of rtts.entries()) {
          expect(setup, one.id).toContain(`dev to-d${group} root netem delay ${ms * 500}us limit`);
          expect(setup, one.id).toContain(
            `d${group} tc qdisc add dev out root netem delay ${ms * 500}us limit`,
          );
        }
      }
    } catch (error) {
      if (!(error instanceof NoRecipe)) throw error;
    }
  }
});

describe("Linux", () => {
  test("builds the queue with the arguments of tc", () => {
    expect(queueOf("linux-breadth B1-reno-codel-10-20-ecn1-n1")).toBe(
      "codel limit 1000 target 5000us interval 100000us ecn",
    );
    expect(queueOf("linux L1-abe_reno-pie-10-20-ecn1-b850-n1")).toBe(
      "pie limit 1000 target 20000us tupdate 32000us alpha 2 beta 20 ecn",
    );
    expect(queueOf("linux L4-dctcp-codel-100-4-ecn1-b0-n4-ce500us")).toBe(
      "codel limit 2000 target 100000us interval 1000000us ce_threshold 500us ecn",
    );
    expect(queueOf("linux-breadth B1-htcp-pfifo-10-100-ecn0-n1-bdp1")).toBe("pfifo limit 83");
    expect(queueOf("linux-breadth B3-cubic-fq_pie-10-40-ecn1-n10")).toBe(
      "fq_pie limit 10240 flows 1024 quantum 1514 target 15000us tupdate 16000us alpha 2 beta 20 ecn",
    );
    expect(queueOf("linux-breadth B3-cubic-red-10-40-ecn1-n1-adapt5-15")).toBe(
      "red limit 1514000 min 7500 max 22500 avpkt 1500 probability 0.1 bandwidth 10mbit ecn adaptive",
    );
    expect(queueOf("linux-breadth B5-cubic-cake-10-40-ecn1-n1")).toBe("cake unlimited besteffort flowblind");
    const { setup } = linuxRecipe(named("linux-breadth B3-cubic-red-10-40-ecn1-n1-adapt5-15"), 1);
    expect(setup).toContain('LD_PRELOAD="$HERE/red-adaptive.so" tc qdisc add');
    expect(setup).toContain("htb rate 10000kbit ceil 10000kbit burst 1514 cburst 1514 quantum 1514");
  });

  test("uses the kernel's senders, and those of linux/abe.c for another factor after ECE", () => {
    const flows = (id: string) =>
      linuxRecipe(named(id), 1)
        .spec.match(/^flow .*$/gm)
        ?.map((line) => line.split(" ").slice(1, 4).join(" "));
    expect(flows("linux-breadth B1-highspeed-codel-10-100-ecn1-n1")).toEqual(["highspeed 1 0"]);
    expect(flows("linux L1c-abe_cubic-codel-10-20-ecn1-b850-n1")).toEqual(["abe_cubic 1 850"]);
    expect(flows("linux L1p-abe_step-codel-10-100-ecn1-b800-n1-100s")).toEqual(["abe_step 1 800"]);
    expect(flows("linux-breadth B4-cubic-bbr-pfifo-20-40-ecn0-n1-bdp0.5")).toEqual(["cubic 0 0", "bbr 0 0"]);
    const abe = readFileSync(resolve(root, "testbed/linux/abe.c"), "utf8");
    for (const name of ["abe_reno", "abe_cubic", "abe_step"]) expect(abe).toContain(`"${name}"`);
  });

  test("repeats differ in their start, and the same repeat is the same", () => {
    const one = named("linux-breadth B3-cubic-codel-10-100-ecn1-n10");
    expect(linuxRecipe(one, 1)).toEqual(linuxRecipe(one, 1));
    expect(linuxRecipe(one, 1).spec).not.toBe(linuxRecipe(one, 2).spec);
    const starts = linuxRecipe(one, 2)
      .spec.match(/^flow .*$/gm)
      ?.map((line) => Number(line.split(" ")[4]));
    expect(starts?.[0]).toBe(0);
    expect(new Set(starts).size).toBe(10);
    expect(Math.max(...(starts ?? []))).toBeLessThan(1);
  });

  test("reads steps of capacity, short flows, pauses, DualPI2's filter and AccECN", () => {
    const base = ["--capacity", "20Mbps", "--duration", "60s", "--warmup", "10s", "--recovery", "prr"];
    const dual = [
      ...[
        "--aqm",
        "dualpi2",
        "--limit",
        "10000p",
        "--target",
        "15ms",
        "--update",
        "16ms",
        "--dual-alpha",
        "0.16",
      ],
      ...["--dual-beta", "3.2", "--dual-k", "2", "--dual-step", "1ms", "--dual-step-packets", "0"],
      ...["--dual-c-share", "0.1", "--dual-drop-overload", "on"],
    ];
    const flow = (text: string) => ["--flow", `ecn=on,rtt=20ms,${text}`];
    const made = (args: readonly string[], more: Partial<StoredCase> = {}) =>
      linuxRecipe({ ...cases[0], source: "Linux 7.3", args, ...more }, 1);
    const { spec } = made([
      ...base,
      ...["--aqm", "droptail", "--limit", "66p", "--set", "30s:capacity=5Mbps"],
      ...flow("cc=cubic"),
      ...flow("cc=cubic,start=10s,size=100000"),
      ...flow("cc=cubic,start=5s,traffic=on-off,on-time=2s,off-time=2s,periods=fixed,reconnect=off"),
    ]);
    expect(spec).toMatch(/^flow cubic 1 0 \S+ 100000 0 0 s d 10\.0\.3\.2$/m);
    expect(spec).toMatch(/^flow cubic 1 0 \S+ 0 2 2 s d \S+$/m);
    expect(spec).toMatch(/^at 30 ip netns exec a tc class change .* rate 5000kbit ceil 5000kbit /m);
    const any = made([...base, ...dual, ...flow("cc=dctcp"), ...flow("cc=cubic,start=510ms")], {
      lQueueTakes: "ECT(0), ECT(1), CE",
      feedback: "AccECN",
      optionBytes: [12, 0],
    });
    expect(any.setup).toContain(
      'dualpi2" add limit 10000 target_us 15000 tupdate_us 16000 step_us 1000 coupling 2 ecn_mask 3',
    );
    expect(any.setup).toContain("echo 3 > /proc/sys/net/ipv4/tcp_ecn");
    expect(any.spec.match(/^flow \S+ \d/gm)).toEqual(["flow dctcp 3", "flow cubic 1"]);
    const filter = made([...base, ...dual, ...flow("cc=dctcp")], {
      lQueueTakes: "flows of the first group, by a filter; beside that ECT(1), CE",
    });
    expect(filter.setup).toContain("ecn_mask 1");
    expect(filter.setup).toContain('dualpi2" filter 5001');
  });

  const built = (args: readonly string[], flows: readonly string[]) =>
    linuxRecipe(
      {
        ...cases[0],
        source: "Linux 6.1",
        args: [
          ...["--duration", "60s", "--warmup", "10s", "--limit", "1000p", ...args],
          ...flows.flatMap((flow) => ["--flow", flow]),
        ],
      },
      1,
    );

  test("gives each group of flows its round trip and route over links in a row", () => {
    const lot = ["--path", "parking-lot", "--hops", "2", "--capacity", "10Mbps", "--delay", "5ms"];
    const flow = (more: string) => `cc=newreno,ecn=on,${more}`;
    const { network, setup, spec } = built(
      [...lot, "--aqm", "droptail"],
      [flow("rtt=10ms,route=long"), flow("rtt=20ms,route=hop2")],
    );
    expect(network?.split("\n")).toEqual(
      expect.arrayContaining([
        "wire r0 bottleneck m0 back 10.0.0",
        "wire m0 on r1 to-m0 10.0.1",
        "wire r1 hop1 m1 back 10.0.2",
        "wire s0 out r0 to-s0 10.1.0",
        "wire r2 to-d0 d0 out 10.2.0",
        "wire s1 out r1 to-s1 10.1.1",
        // The senders of the first group are to the left of the second router, the receivers of both to the right.
        "ip -n r1 route add 10.1.0.0/24 via 10.0.1.1",
        "ip -n m1 route add 10.1.1.0/24 via 10.0.2.1",
      ]),
    );
    expect(network).not.toContain("ip -n r1 route add 10.2.");
    expect(setup).toContain("ip netns exec r1 tc qdisc add dev hop1 parent 1:10 handle 10: pfifo limit 1000");
    expect(setup).toContain("ip netns exec m0 tc qdisc add dev on root netem delay 5000us limit");
    expect(setup).toContain("ip netns exec m0 tc qdisc add dev back root netem delay 5000us limit");
    expect(spec).toMatch(/^flow reno 1 0 0.000000 0 0 0 s0 d0 10\.2\.0\.2$/m);
    expect(spec).toMatch(/^flow reno 1 0 \S+ 0 0 0 s1 d1 10\.2\.1\.2$/m);
  });

  test("reads datagrams, transfers and pages", () => {
    const { spec } = built(
      ["--capacity", "10Mbps", "--aqm", "droptail"],
      [
        "rtt=20ms,traffic=cbr,cbr-rate=2Mbps,cbr-packet=1000B",
        "rtt=20ms,traffic=ping,ping-interval=100ms,ping-payload=56B",
        "cc=cubic,ecn=off,rtt=20ms,traffic=poisson,arrival-rate=0.2,transfer-size=100000B,size-distribution=fixed",
        "cc=newreno,ecn=on,rtt=20ms,traffic=http,object-gap=0.01s,page-gap=1s,session-gap=5s,page-objects=4,session-pages=10,transfer-size=10000B,size-distribution=pareto,size-shape=1.2",
      ],
    );
    expect(spec).toMatch(/^seed 1$/m);
    expect(spec).toMatch(/^udp 0.000000 0.004 1000 0 /m);
    expect(spec).toMatch(/^udp \S+ 0.1 56 1 /m);
    expect(spec).toMatch(/^short cubic 0 \S+ 0.2 100000 0 0 /m);
    expect(spec).toMatch(/^web reno 1 \S+ 5 1 0.01 10 4 10000 2 1.2 /m);
  });

  test("changes the capacity by a square wave, and every flow's factor after ECE", () => {
    const { spec } = built(
      [
        "--capacity",
        "20Mbps",
        "--capacity-pattern",
        "square:20:0.25",
        "--aqm",
        "droptail",
        "--set",
        "30s:beta-ecn=0.8",
      ],
      ["cc=newreno,ecn=on,rtt=20ms,beta-ecn=0.5,count=2"],
    );
    const rates = [...spec.matchAll(/^at (\d+) .* rate (\d+)kbit/gm)].map(
      ([, atS, kbit]) => `${atS} ${kbit}`,
    );
    expect(rates).toEqual(["10 5000", "20 20000", "30 5000", "40 20000", "50 5000"]);
    expect(spec.match(/^mark .*$/gm)).toEqual(["mark 30 0 800", "mark 30 1 800"]);
  });

  test("adds the queues and the sender of papers, and RED that looks at the queue itself", () => {
    const setupOf = (...args: string[]) =>
      built(["--capacity", "10Mbps", ...args], ["cc=newreno,ecn=on,rtt=20ms"]).setup;
    const pi = setupOf(
      "--aqm",
      "pi",
      "--pi-qref",
      "20",
      "--pi-a",
      "0.000371",
      "--pi-b",
      "0.000367",
      "--pi-rate",
      "170",
    );
    expect(pi).toContain("echo 371000 > /sys/module/paper_queues/parameters/gain_a\n");
    expect(pi).toContain("ip netns exec a tc qdisc add dev bottleneck parent 1:10 handle 10: paper_pi\n");
    const codel = setupOf(
      ...[
        "--aqm",
        "ecn-codel",
        "--target",
        "5ms",
        "--interval",
        "100ms",
        "--ecodel-c",
        "1.5",
        "--ecodel-p",
        "0.3",
      ],
    );
    expect(codel).toContain("echo 1500 > /sys/module/paper_queues/parameters/multiple\n");
    expect(setupOf("--aqm", "step", "--step", "20p")).toContain(
      'env RED_WEIGHT=1 LD_PRELOAD="$HERE/red-adaptive.so" tc qdisc add dev bottleneck parent 1:10 handle 10: red limit 1514000 min 30278 max 30279 ',
    );
    const { spec } = built(
      ["--capacity", "10Mbps", "--aqm", "droptail"],
      ["cc=ecn-ab,ecn=on,rtt=20ms,beta-ecn=0.875,ab-alpha=0.2"],
    );
    expect(spec).toMatch(new RegExp(`^flow ecn_ab 1 ${200 * 65536 + 875} `, "m"));
    const kernel = ["paper-queues", "ecn-ab"].map((name) =>
      readFileSync(resolve(root, `testbed/linux/${name}.c`), "utf8"),
    );
    for (const name of ["paper_pi", "paper_codel"]) expect(kernel[0]).toContain(`"${name}"`);
    expect(kernel[1]).toContain('"ecn_ab"');
  });

  test("ignores no flag: an unsupported one has no recipe", () => {
    const one = named("linux-breadth B1-reno-codel-10-20-ecn1-n1");
    const bent = (...more: string[]) => linuxRecipe({ ...one, args: [...one.args, ...more] }, 1);
    expect(() => bent("--jitter", "1ms")).toThrow(new NoRecipe("no recipe for flag jitter=1ms"));
    expect(bent("--loss", "0.01").setup).toContain("netem delay 10000us loss random 1% limit 200000");
    const back = bent("--reverse-capacity", "1Mbps").setup;
    expect(back).toContain("ip netns exec b tc class add dev to-a parent 1: classid 1:10 htb rate 1000kbit");
    expect(back).toContain("ip netns exec b tc qdisc add dev to-a parent 1:10 handle 10: codel");
    expect(back).toContain("ip netns exec a tc qdisc add dev to-s root netem delay 10000us limit");
    expect(() => bent("--hystart", "off")).toThrow("no recipe for --hystart off");
    expect(() => bent("--flow", "cc=cubic,ecn=on,rtt=40ms", "--loss", "0.1")).toThrow(
      "no recipe for --loss with several links or round trips",
    );
    expect(() => bent("--set", "5s:target=1ms")).toThrow("no recipe for --set 5s:target=1ms");
    expect(() => bent("--capacity-pattern", "0:1;5:2")).toThrow("no recipe for --capacity-pattern 0:1;5:2");
    expect(() => bent("--path", "custom")).toThrow("no recipe for --path custom");
    expect(() => bent("--flow", "cc=prague,ecn=on,rtt=20ms")).toThrow(/ships it has prague/);
    expect(() => bent("--capacity", "fast")).toThrow(
      'capacity is "fast" and must be a number with one of: Mbps',
    );
  });
});

describe("ns-3", () => {
  test("converts a case's flags to the dumbbell's", () => {
    expect(ns3Recipe(named("ns3 G9 10cubicECN v 10newreno codel rtt=20 betaEcn=0.7"), 2).join(" ")).toBe(
      "--groups=n=10,cc=cubic,ecn=1,betaEcn=0.7;n=10,cc=newreno,ecn=0 --rtt=20 --rtoVarMin=200 --run=2 --rate=10 --seconds=300 --warmup=20 --aqm=codel --limit=1000p --target=5 --interval=100 --mss=1448 --recovery=prr",
    );
    expect(ns3Recipe(named("ns3 G6 20newreno red 5M ecn=0 rtoVarMin=1"), 1)).toContain("--rtoVarMin=1");
    expect(ns3Recipe(named("ns3 G5 2newreno codel 5M rtt=20 betaEcn=0.75"), 1)).toContain("--joinS=30");
  });

  test("uses only flags that ns3/dumbbell.cc has", () => {
    const source = readFileSync(resolve(root, "testbed/ns3/dumbbell.cc"), "utf8");
    const has = new Set([...source.matchAll(/cmd\.AddValue\("(\w+)"/g)].map(([, name]) => name));
    const given = cases.filter(isNs3).flatMap((one) => ns3Recipe(one, 1));
    const unknown = given.map((word) => word.slice(2, word.indexOf("="))).filter((name) => !has.has(name));
    expect(unknown).toEqual([]);
    expect(has.size).toBeGreaterThan(10);
  });
});

test("the cases that the nightly workflow and docs/testbed.md measure again are stored", () => {
  for (const file of [".github/workflows/nightly.yml", "docs/testbed.md"]) {
    const text = readFileSync(resolve(root, file), "utf8");
    const ids = [...text.matchAll(/testbed -- run "([^"]+)"/g)].map(([, id]) => id);
    expect(ids.map((id) => named(id).source.split(" ")[0]).sort(), file).toEqual(["Linux", "ns-3.44"]);
  }
});
