import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { scenarioFromUrl } from "../../../src/engine/index.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { mininetScript } from "../../../src/measured/linux/mininet.ts";
import { linuxPlan, NotExportable } from "../../../src/measured/linux/script.ts";

const MADE = { program: "Sawtooth", link: '#v=2&quoted="\\' };
const folder = mkdtempSync(join(tmpdir(), "mininet-"));
afterAll(() => rmSync(folder, { recursive: true }));

// The part of Mininet's API that the file uses without a network.
mkdirSync(join(folder, "mininet"));
const STUBS: Readonly<Record<string, string>> = {
  __init__: "",
  log: "def setLogLevel(level): pass",
  net: "class Mininet: pass",
  topo: `
class Topo:
    def __init__(self):
        self.names, self.pairs = [], []
        self.build()
    def addHost(self, name, **params):
        self.names.append(name)
        return name
    def addLink(self, one, other, intfName1, intfName2, params1, params2):
        assert one in self.names and other in self.names
        assert max(len(intfName1), len(intfName2)) <= 15
        self.pairs.append((one, other))
    def hosts(self):
        return self.names
`,
};
for (const [name, text] of Object.entries(STUBS)) writeFileSync(join(folder, "mininet", `${name}.py`), text);

function python(...args: readonly string[]) {
  return spawnSync("python3", args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" },
  });
}
const hasPython = python("--version").status === 0;

const scenarioOf = (fragment: string) => scenarioFromUrl(fragment).scenario;
const fileOf = (fragment: string) => {
  const scenario = scenarioOf(fragment);
  return mininetScript(scenario, () => runScenario(scenario).results(), MADE);
};

const SHORT = "duration=2s&warmup=1s";
const SCENARIOS: Readonly<Record<string, string>> = {
  "a CoDel queue": SHORT,
  "a FIFO of bytes with a burst": `${SHORT}&aqm=droptail&limit=150kB&bucket=5000`,
  "two groups and UDP": `${SHORT}&flow=cc=cubic,rtt=10ms,count=2&flow=traffic=cbr,rtt=20ms&loss=0.01&jitter=2ms`,
  "an algorithm without a counterpart": `${SHORT}&aqm=pi&cc=dctcp`,
  "a parking lot": `${SHORT}&path=parking-lot`,
  "links both ways": `${SHORT}&reverse-capacity=5Mbps&flow=cc=cubic&flow=cc=newreno,route=reverse`,
};

describe.skipIf(!hasPython).each(Object.entries(SCENARIOS))("a file for Mininet with %s", (_, fragment) => {
  const name = join(folder, "run.py");

  test("is Python, and prints every command of the plan", () => {
    writeFileSync(name, fileOf(fragment));
    const ran = python("-W", "error", name, "--dry-run");
    expect(ran.stderr).toBe("");
    expect(ran.status).toBe(0);
    const scenario = scenarioOf(fragment);
    const plan = linuxPlan(scenario, () => runScenario(scenario).results());
    const lines = ran.stdout.split("\n");
    const routers = [...new Set(plan.links.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
    expect(lines[0]).toBe(
      [
        "hosts:",
        ...routers.map((k) => `r${k}`),
        ...plan.links.flatMap(({ after }, i) => (after === "" ? [] : [`m${i + 1}`])),
        ...plan.groups.flatMap((_group, i) => [`s${i + 1}`, `d${i + 1}`]),
      ].join(" "),
    );
    for (const [i, { from, device, queue, after }] of plan.links.entries()) {
      expect(lines).toContain(`r${from}: tc qdisc add dev ${device} parent 1:10 handle 10: ${queue}`);
      if (after !== "")
        expect(lines).toContain(`m${i + 1}: tc qdisc add dev m${i + 1}-on root netem ${after}`);
    }
    for (const [i, { forward, back, linksForward, cc, ecn }] of plan.groups.entries()) {
      const g = i + 1;
      const [first, last] = [plan.links[linksForward[0] - 1].from, plan.links[linksForward.at(-1)! - 1].to];
      expect(lines).toContain(`r${first}: tc qdisc add dev r${first}-s${g} root netem ${back}`);
      expect(lines).toContain(`r${last}: tc qdisc add dev r${last}-d${g} root netem ${forward}`);
      expect(
        lines.some((line) =>
          line.startsWith(`s${g}: ip route replace default via 10.1.${g}.1 congctl ${cc}`),
        ),
      ).toBe(true);
      expect(lines).toContain(`s${g}: sysctl -q -w net.ipv4.${ecn}`);
    }
    for (const row of plan.flows) {
      const [flow, group, start, stop] = row.split(" ");
      const client = lines.filter((line) => line.includes(` --cport ${20_000 + Number(flow)} `));
      expect(client).toHaveLength(1);
      expect(client[0]).toContain(
        `s${group}: timeout ${(Number(stop) - Number(start)).toFixed(6)} iperf3 --client`,
      );
    }
  });
});

test("a path that Linux cannot have is refused with the reason", () => {
  expect(() => fileOf("path=gfc-2&link=id=R1-R2,delay-pattern=square:10:20")).toThrow(NotExportable);
  expect(() => fileOf("path=dc-wan")).toThrow('Traffic "on-off"');
});

test.skipIf(!hasPython)("the sampler writes the time before each output, as the record is read", () => {
  const text = fileOf(SHORT);
  const sampler = /SAMPLER = """([\s\S]*?)"""/.exec(text)?.[1].replaceAll("\\\\", "\\") ?? "";
  const out = join(folder, "sample.txt");
  const bounded = sampler.replace("while True:", "for _ in range(3):");
  const ran = python("-c", bounded, "10000", String(Date.now() * 1000), out, "echo", "said");
  expect(ran.stderr).toBe("");
  const lines = python("-c", `print(open(${JSON.stringify(out)}).read(), end="")`)
    .stdout.trimEnd()
    .split("\n");
  expect(lines.map((line) => line.replace(/\d+/, "N"))).toEqual([
    "t N",
    "said",
    "t N",
    "said",
    "t N",
    "said",
  ]);
});
