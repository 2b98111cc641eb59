/**
 * Tests the library's package, installed without a network in an empty folder: the examples of docs/library.md run unchanged,
 * its types compile, and a page without a bundler runs it.
 */
import { execFile } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { buildLibrary } from "../../scripts/build-lib.ts";
import { madeBy, programName } from "../../src/cli/project.ts";
import { TEMPLATES } from "../../src/engine/custom/templates.ts";
import { sim } from "../cli/command-line.ts";
import { browserName, openPage } from "./browser.ts";
import { serveFolder } from "./static-server.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (...path: string[]) => readFileSync(join(...path), "utf8");

const scratch = mkdtempSync(join(tmpdir(), "sawtooth-library-"));
const built = join(scratch, "built");
const user = join(scratch, "user");
const installed = join(user, "node_modules/sawtooth");

const run = async (cwd: string, program: string, ...args: string[]): Promise<string> => {
  try {
    return (await promisify(execFile)(program, args, { cwd, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    // The compiler writes its errors to standard output.
    throw error instanceof Error && "stdout" in error
      ? new Error(`${error.message}\n${error.stdout}`)
      : error;
  }
};

/** Returns the output of a module that runs where the package is installed. */
function outputOf(name: string, code: string): Promise<string> {
  writeFileSync(join(user, name), code);
  return run(user, process.execPath, name);
}

/** Returns the examples under a heading of the document. */
function examples(heading: string): string[] {
  const [, whole = ""] = read(root, "docs/library.md").split(`\n## ${heading}\n`);
  const [section] = whole.split("\n## ");
  const codes = [...section.matchAll(/^```(?:js|html)\n([\s\S]*?)^```/gm)].map(([, code]) => code);
  if (codes.length === 0) throw new Error(`docs/library.md has no example under "${heading}"`);
  return codes;
}

const example = (heading: string) => examples(heading)[0];

async function digestOfCommandLine(flags: string): Promise<string> {
  const { out } = await sim(`run ${flags} --json`);
  return JSON.parse(out).digest;
}

beforeAll(async () => {
  vi.stubEnv("GITHUB_REPOSITORY", "a-user/a-fork");
  await buildLibrary(built);
  vi.unstubAllEnvs();
  const [{ filename }] = JSON.parse(await run(scratch, "npm", "pack", built, "--json"));
  mkdirSync(user);
  writeFileSync(join(user, "package.json"), '{ "private": true, "type": "module" }\n');
  await run(user, "npm", "install", "--offline", "--no-audit", "--no-fund", join(scratch, filename));
  copyFileSync(join(installed, "engine.js"), join(user, "engine.js"));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

// These tests do not depend on the browser, so one browser is enough.
describe.runIf(browserName === "chromium")("the library in Node", () => {
  test("the package contains library and command, has no dependencies, and has the project's version", () => {
    const files = readdirSync(installed).sort();
    expect(files).toEqual([
      ...["CHANGELOG.md", "LICENCES.txt", "LICENSE", "README.md"],
      ...["engine.js", "package.json", "quickjs.wasm", "src", "types"],
    ]);
    const types = readdirSync(join(installed, "types"), { recursive: true, withFileTypes: true });
    expect(types.filter((one) => one.isFile() && !one.name.endsWith(".d.ts"))).toEqual([]);
    const manifest = JSON.parse(read(installed, "package.json"));
    expect(manifest).toMatchObject({ name: "sawtooth", type: "module", license: "MIT" });
    expect(manifest).toHaveProperty("author");
    expect(manifest.repository.url).toBe("git+https://github.com/a-user/a-fork.git");
    expect(manifest.bugs).toBe("https://github.com/a-user/a-fork/issues");
    expect(manifest.version).toBe(JSON.parse(read(root, "package.json")).version);
    for (const key of ["dependencies", "peerDependencies", "optionalDependencies", "private", "scripts"])
      expect(manifest).not.toHaveProperty(key);
    expect(readdirSync(join(user, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "sawtooth",
    ]);
    expect(read(installed, "engine.js")).not.toMatch(/^import\b|\bimport\(|\brequire\(/m);
    expect(read(installed, "README.md")).not.toMatch(/\]\((?![a-z]+:|#)/);
  });

  test("the command runs, sweeps on several threads and runs a custom sender, without TypeScript", async () => {
    const command = (...words: string[]) => run(user, join(user, "node_modules/.bin/sawtooth"), ...words);
    const flags = "--duration 3s --warmup 0s --cc cubic";
    const json = JSON.parse(await command("run", ...flags.split(" "), "--json"));
    expect(json.digest).toBe(await digestOfCommandLine(flags));
    expect({ version: json.version, commit: json.commit }).toEqual(madeBy());
    const axis = ["--x", "beta-ecn=0.5,0.8", "--workers", "2"];
    const swept = await command("sweep", ...flags.split(" "), ...axis);
    expect(swept.trimEnd()).toBe((await sim("sweep", ...flags.split(" "), ...axis)).out);
    writeFileSync(join(user, "aimd.js"), TEMPLATES[0].code);
    const own = JSON.parse(await command("run", "--duration", "2s", "--cc-file", "aimd.js", "--json"));
    expect(own.programs).toMatchObject([{ stopped: null }]);
    await expect(command("validate")).rejects.toThrow("requires a clone of the repository");
    await command("run", "--duration", "1s", "--packets", "p.parquet", "--qlog", "p.sqlog.gz");
    expect(readdirSync(user)).toEqual(expect.arrayContaining(["p.parquet", "p.sqlog.gz"]));
  });

  test("the names sawtooth and sawtooth/engine refer to the same library", async () => {
    const program = `import * as one from "sawtooth"; import * as other from "sawtooth/engine";
      console.log(one === other && typeof one.simulate);`;
    expect(await outputOf("names.js", program)).toBe("function\n");
  });

  test("the document names the tarball that npm pack writes", () => {
    const { version } = JSON.parse(read(root, "package.json"));
    expect(read(root, "docs/library.md")).toContain(`npm install ./sawtooth-${version}.tgz`);
    expect(readdirSync(scratch)).toContain(`sawtooth-${version}.tgz`);
  });

  test("packet files state version and commit like those of the command line", async () => {
    const program = `import { packetCsv } from "sawtooth/engine";
      console.log([...packetCsv("#v=2&duration=1s")].join("").split("\\n")[0]);`;
    const first = (await outputOf("stamp.js", program)).trim();
    expect(first).toBe(`# ${programName()}`);
  });

  test("the example for Node has the digest of the command line", async () => {
    const out = await outputOf("node.js", example("In Node"));
    const [, flags = ""] = /readScenario\("(.*)"\)/.exec(example("In Node")) ?? [];
    expect(read(root, "docs/library.md")).toContain(`\`npm run -s sim -- run ${flags}\` prints`);
    expect(out.trimEnd().split("\n").at(-1)).toBe(`digest ${await digestOfCommandLine(flags)}`);
    expect(out).toMatch(/^\d+\.\d % of the link, [1-9]\d* marks\nMark of packet /);
  });

  test("the example for Observable draws the window of a run", async () => {
    const standIns = `
      globalThis.Plot = { lineY: (data, channels) => ({ data, channels }), plot: (spec) => spec };
      globalThis.display = ({ marks: [{ data, channels }] }) => console.log(JSON.stringify({ data, channels }));`;
    writeFileSync(join(user, "stand-ins.js"), standIns);
    const out = await outputOf("observable.js", `import "./stand-ins.js";\n${example("In Observable")}`);
    const { data, channels } = JSON.parse(out);
    expect(Object.keys(data[100])).toEqual([channels.x, channels.y]);
    expect(Math.max(...data.map(({ s }: { s: number }) => s))).toBeGreaterThan(29);
    expect(Math.max(...data.map(({ cwnd }: { cwnd: number | null }) => cwnd ?? 0))).toBeGreaterThan(20);
  });

  test("the example for a notebook prints one row per run", async () => {
    const out = await outputOf("notebook.js", example("In a notebook"));
    for (const beta of [0.5, 0.7, 0.85]) expect(out).toMatch(new RegExp(`│ ${beta} +│ 0\\.\\d+ +│ \\d`));
  });

  test("a run that is changed while it runs gives a link that repeats it", async () => {
    const code = `${example("A run in progress")}\nrun.advance();\nconsole.log(run.digest());`;
    const lines = (await outputOf("live.js", code)).trimEnd().split("\n");
    const [link, digest] = lines.slice(-2);
    expect(link).toContain("set=20.000001s:beta-ecn=0.9");
    expect(digest).toBe(JSON.parse((await sim("run", "--url", link, "--json")).out).digest);
  });

  test("the packets example writes a capture", async () => {
    const out = await outputOf("packets.js", example("The packets"));
    expect(
      out
        .trimEnd()
        .split("\n")
        .filter((line) => !/^1\.[01]\d* bottleneck \d/.test(line)),
    ).toEqual([]);
    expect(readFileSync(join(user, "run.pcapng")).readUInt32LE(0)).toBe(0x0a0d0d0a);
  });

  test("the examples of custom programs run: a text with the digest of the command line, and a class", async () => {
    const [text, ofClass] = examples("A custom sender or queue");
    writeFileSync(join(user, "sender.js"), TEMPLATES[0].code);
    const out = (await outputOf("text.js", text)).trimEnd().split("\n");
    const flags = `--cc-file ${join(user, "sender.js")} --aqm codel --duration 20s`;
    expect(out.at(-1)).toBe(`digest ${await digestOfCommandLine(flags)}`);
    expect(JSON.parse((await sim("run", "--url", out[0], "--json")).out).digest).toBe(
      out.at(-1)?.slice("digest ".length),
    );
    expect(await outputOf("class.js", ofClass)).toMatch(/^0\.5 0\.\d{3} \d+\n0\.8 0\.\d{3} \d+\n$/);
  });

  test("the example of sweeps prints three tables", async () => {
    const out = await outputOf("sweeps.js", example("Sweeps, intervals, comparisons"));
    expect(out.match(/^│ \(index\)/gm)).toHaveLength(3);
    expect(out).toContain("'cubic'");
  });

  test("the example of a recorded capacity has the digest of the command line", async () => {
    const file = join(user, "uplink.csv");
    writeFileSync(file, "time_s,rate_mbps\n0,10\n4,2.5\n6,0\n7,20\n9,5\n");
    const out = await outputOf("recorded.js", example("A recorded capacity"));
    const flags = `--cc cubic --duration 20s --capacity-trace ${file}`;
    expect(out).toMatch(/^Read: 5 rates in 11 s, /);
    expect(out.trimEnd().split("\n").at(-1)).toBe(`digest ${await digestOfCommandLine(flags)}`);
  });

  test.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])("the types compile with the options %s, %s", async (module, moduleResolution) => {
    writeFileSync(join(user, "example.ts"), example("In Node"));
    writeFileSync(join(user, "typed.ts"), TYPED);
    const strict = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--types", ""];
    const kind = ["--target", "es2022", "--lib", "es2022,dom"];
    const how = ["--module", module, "--moduleResolution", moduleResolution];
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    await run(user, process.execPath, tsc, ...strict, ...kind, ...how, "example.ts", "typed.ts");
    writeFileSync(join(user, "wrong.ts"), 'import { simulate } from "sawtooth/engine";\nsimulate(5);\n');
    const wrong = run(user, process.execPath, tsc, ...strict, ...kind, ...how, "wrong.ts");
    await expect(wrong).rejects.toThrow("wrong.ts(2,10)");
  });
});

const TYPED = `
import { addProgram, compare, congestionControls, FLOW_EVENT, intervals, sweep, nearestScenario, packetRows, readCapacityTrace, Run, ScenarioError } from "sawtooth/engine";
import type { Interval, SenderTools, SweepResult, Tcp, CapacityTrace, PacketRow, Param, Problem, Scenario, Snapshot, Story } from "sawtooth/engine";

const { scenario, problems }: { scenario: Scenario; problems: readonly Problem[] } = nearestScenario("--aqm pie");
const run: Run = new Run(scenario, { mostBytes: 1e8 });
const isThere: boolean = run.advance(1, 1000);
const { flows, flowEvents }: Snapshot = run.snapshot();
const cwnd: Float32Array = flows[0].cwnd.last;
const cuts: number = flowEvents.kind.filter((kind) => kind === FLOW_EVENT.ecnReduction).length;
const story: Story = run.why({ kind: "join", flow: 0, atS: 0 });
const rows: PacketRow[] = [...packetRows(scenario, { toS: 1 })];
const params: readonly Param[] = congestionControls[0].params;
const wrong: readonly Problem[] = new ScenarioError(problems).problems;
const recorded: CapacityTrace = readCapacityTrace("1\\n2\\n", { once: true });
class Fixed {
  static head = "// @sender Fixed";
  constructor(tools: SenderTools) { tools.wakeIn(5); }
  onAck(tcp: Tcp) { tcp.cwnd = 4; }
}
const id: string = addProgram(Fixed).id;
const swept: SweepResult = sweep("", { x: "cc=cubic," + id });
const estimates: readonly Interval[] = [...intervals(""), ...compare("", { x: "cc=cubic,newreno", against: "cc=cubic" })];
const isMark: boolean = rows.some(({ event }) => event === "mark");
export { estimates, isMark, swept, cuts, cwnd, isThere, params, recorded, rows, story, wrong };
`;

test("the example for a web page runs without a bundler", async () => {
  const site = join(scratch, "site");
  mkdirSync(site);
  copyFileSync(join(installed, "engine.js"), join(site, "engine.js"));
  // A browser requests an icon automatically, which this page does not have.
  const icon = '<link rel="icon" href="data:,">\n';
  writeFileSync(
    join(site, "index.html"),
    example("On a page, without a bundler").replace("<p ", `${icon}<p `),
  );
  const server = await serveFolder(site);
  try {
    const page = await openPage({ url: server.url });
    const out = page.locator("#out");
    await out.filter({ hasText: "digest" }).waitFor();
    const digest = await digestOfCommandLine("--cc cubic --rtt 80ms --duration 20s");
    expect(await out.textContent()).toMatch(new RegExp(`^\\d\\.\\d\\d Mbps, digest ${digest}$`));
  } finally {
    await server.close();
  }
});
