/**
 * Part of `npm run hostile`. Opens each attack as a link or a file in the built page in Chromium. The page's process may use
 * at most 600 MB, and 10 s of processor time until it has said so in one sentence and is at rest. Needs `npm run build`, and Linux for
 * the memory.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumArguments, ensureChromium } from "../../scripts/engines.ts";
import { idOf, MOST_PROGRAMS } from "../../src/engine/custom-programs.ts";
import { packText } from "../../src/lib/packed-text.ts";
import { MOST_MEASURED_BYTES_ON_PAGE } from "../../src/measured/measurement.ts";
import { scratchFolder } from "../cli/scratch-folder.ts";
import { type StaticServer, serveFolder } from "../e2e/static-server.ts";
import { ready, senderWith } from "../engine/custom/custom-runs.ts";
import { CAPTURES, capture, flowsFor, MOST_BYTES, MOST_CPU_S, QUEUES, SENDERS } from "./attacks.ts";

const dist = resolve(import.meta.dirname, "../../dist");
const PATH = "capacity=50Mbps&duration=20s";

let server: StaticServer;

beforeAll(async () => {
  if (!existsSync(join(dist, "index.html"))) throw new Error("The page is not built: npm run build.");
  server = await serveFolder(dist);
  await ready();
});

afterAll(() => server.close());

/** The browser's processes that draw pages, with their workers. */
async function pageProcesses(browser: Browser): Promise<{ readonly id: number; readonly cpuTime: number }[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.filter(({ type }) => type === "renderer");
}

const peakBytes = (id: number) =>
  1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1]);

/** Time without work after which the page is at rest (ms), and the share of it that still counts as no work. */
const REST_MS = 1500;
const REST_SHARE = 0.1;
const MOST_RESTS = 10;
const MOST_WAIT_MS = 45_000;

interface Seen {
  readonly bytes: number;
  /** Processor time until the sentence, and until the page is at rest. */
  readonly saidS: number;
  readonly restS: number;
  readonly said: string;
}

/** Opens a page, attacks it, and waits for a sentence that matches. */
async function attacked(
  link: string,
  attack: (page: Page) => Promise<void>,
  sentence: RegExp,
): Promise<Seen> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() });
  try {
    const page = await browser.newPage({ reducedMotion: "reduce" });
    await page.goto(`${server.url}#${link}`);
    await page.locator(".headline").waitFor();
    const cpuS = async () => {
      const all = await pageProcesses(browser);
      return Math.max(...all.map(({ cpuTime }) => cpuTime));
    };
    const before = await cpuS();
    await attack(page);
    const found = page.getByText(sentence).locator("visible=true").first();
    await found.waitFor({ timeout: MOST_WAIT_MS });
    const said = (await found.innerText()).replace(/\s+/g, " ");
    const saidS = (await cpuS()) - before;
    let last = await cpuS();
    for (let i = 0; i < MOST_RESTS; i++) {
      await page.waitForTimeout(REST_MS);
      const now = await cpuS();
      const isAtRest = now - last < (REST_SHARE * REST_MS) / 1000;
      last = now;
      if (isAtRest) break;
    }
    const [bytes] = (await pageProcesses(browser)).map(({ id }) => peakBytes(id)).sort((a, b) => b - a);
    return { bytes, saidS, restS: last - before, said };
  } finally {
    await browser.close();
  }
}

function expectLittle(what: string, { bytes, saidS, restS, said }: Seen): void {
  process.stdout.write(
    `${saidS.toFixed(1).padStart(6)} s ${restS.toFixed(1).padStart(6)} s ${(bytes / 1e6).toFixed(0).padStart(5)} MB  ${what}: ${said.slice(0, 200)}\n`,
  );
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(restS).toBeLessThan(MOST_CPU_S);
}

const run = (page: Page) => page.getByRole("button", { name: "Run", exact: true }).click();
const ENDED = /\(line \d+\): |more than \d+ MB|more than \d+ million|took more than/;

describe("a link", () => {
  test.each([
    ...Object.entries(SENDERS),
    ["time: no end", senderWith("function onSample() { for (;;) {} }")],
  ])("with a sender, %s", async (what, code) => {
    const link = `v=2&program=${packText(code)}&cc=own&${PATH}&flows=${flowsFor(what)}`;
    expectLittle(`sender, ${what}`, await attacked(link, run, ENDED));
  });

  test.each([...Object.entries(QUEUES).filter(([what]) => !what.startsWith("cells"))])(
    "with a queue, %s",
    async (what, code) => {
      const link = `v=2&program=${packText(code)}&aqm=own&${PATH}`;
      expectLittle(`queue, ${what}`, await attacked(link, run, ENDED));
    },
  );

  test("with a queue that keeps all packets is stopped at a limit", async () => {
    const link = `v=2&program=${packText("// @queue Attacker\nfunction dequeue() {}")}&aqm=own&capacity=0.05Mbps&limit=150000000B&overhead=0&flow=traffic=cbr,cbr-rate=1000Mbps,cbr-packet=20&duration=10s`;
    expectLittle("queue that keeps all packets", await attacked(link, run, /stopped|packets in/));
  });

  test.each(["memory: typed arrays", "time: JSON"])("with sixteen senders, %s", async (what) => {
    const codes = Array.from({ length: MOST_PROGRAMS }, (_, i) => `${SENDERS[what]}\n// ${i}`);
    const link = [
      `v=2&${PATH}`,
      ...codes.map((code) => `program=${packText(code)}`),
      ...codes.map((code) => `flow=cc=${idOf(code)}`),
    ].join("&");
    expectLittle(`${MOST_PROGRAMS} senders, ${what}`, await attacked(link, run, ENDED));
  });
});

describe("a file", () => {
  const give = (name: string, bytes: Buffer) => async (page: Page) => {
    // A path, because Playwright does not send more than 50 MB.
    const file = join(scratchFolder(), name);
    writeFileSync(file, bytes);
    await page
      .getByRole("region", { name: "Compare", exact: true })
      .locator('input[type="file"]')
      .setInputFiles(file);
  };

  test.each(CAPTURES)("a capture of 64 MB, %s", async (what, seqOf, payload) => {
    const attack = give("large.pcap", capture(seqOf, payload, MOST_MEASURED_BYTES_ON_PAGE));
    expectLittle(
      `capture, ${what}`,
      await attacked("v=2&duration=5s", attack, /“large\.pcap” is shown over the run/),
    );
  });

  const damaged = capture((i) => i, 1, 20e6);
  damaged.fill(0xff, 10e6, 10e6 + 64);
  test.each([
    ["a damaged capture", "damaged.pcap", damaged, /Packet [\d, {2}]+, at byte/],
    [
      "a capture of zeros",
      "zeros.pcap",
      Buffer.concat([damaged.subarray(0, 24), Buffer.alloc(30e6)]),
      /The capture has/,
    ],
    ["a table of one line of 60 MB", "line.csv", Buffer.alloc(60e6, "1,"), /limit/],
    ["a JSON of 60 MB of brackets", "nested.json", Buffer.alloc(60e6, "["), /Line 1 has/],
    [
      "a table of 60 MB",
      "rows.csv",
      Buffer.from(`time_s,cwnd\n${"0.1,10\n".repeat(8e6)}`),
      /rows\.csv|The file/,
    ],
  ])("%s", async (what, name, bytes, sentence) => {
    expectLittle(what, await attacked("v=2&duration=5s", give(name, bytes), sentence));
  });
});
