/** Tests what a new visitor waits for, that the rest loads before the network may go, and what works offline. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { type Browser, chromium, type Page, type Route } from "playwright-core";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { SERVICE_WORKER, serviceWorker } from "../../scripts/offline-site.ts";
import { SINGLE_FILE } from "../../scripts/single-file.ts";
import { TEMPLATES } from "../../src/engine/custom/templates.ts";
import { packText } from "../../src/lib/packed-text.ts";
import { customRun, ready } from "../engine/custom/custom-runs.ts";
import {
  keptOnDevice,
  leaveOutInFirefox,
  openPage,
  type Painted,
  painted,
  paintedRunOf,
  recordPaints,
} from "./browser.ts";
import { measureFirstLoad } from "./first-load.ts";
import { digest, expectAccessible, go, ownFragment, savedBy } from "./page-state.ts";
import { serveFolder } from "./static-server.ts";

const DIST = resolve(import.meta.dirname, "../../dist");

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.connect(inject("browserEndpoint"));
});

afterAll(() => browser.close());

// 860 bytes of it read links with long lists in linear time: 129 s for 1 MB became 0.25 s. 130 bytes start a run again
// that waits for memory.
test.each([
  ["the page as it is", "", 331_700],
  ["a link to other algorithms", "v=2&cc=cubic&aqm=pie", 340_400],
])("%s loads few bytes before the first plots, including the worker", async (_, fragment, limit) => {
  const { gzipBytes, files } = await measureFirstLoad(browser, DIST, fragment);
  expect(files.map(({ path }) => path).filter((path) => /sim\.worker/.test(path))).toHaveLength(1);
  const heaviest = files.map(({ path, gzipBytes: bytes }) => `${bytes} ${path}`).join("\n");
  // The worker starts with what plots need. Other algorithms, explanations, packet files and custom programs load on
  // demand.
  expect(gzipBytes, heaviest).toBeLessThanOrEqual(limit);
});

test("on a slow device the controls appear soon after the first plots of a live run", async () => {
  leaveOutInFirefox("the processor cannot be slowed down");
  const page = await openPage({
    fragment: "v=2&path=parking-lot&mode=live",
    prepare: async (opened) => {
      const session = await opened.context().newCDPSession(opened);
      await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
      await opened.addInitScript(countPaintsWithoutControls);
    },
  });
  await page.waitForFunction(() => (window as { paints?: number }).paints === 12);
  // The controls are drawn after the first paint. One or two snapshots may arrive before them.
  expect(await page.evaluate(() => (window as { withoutControls?: number }).withoutControls)).toBeLessThan(5);
});

/** Runs in the page. Counts the first 12 paints of the plots, and how many of them came before the controls. */
function countPaintsWithoutControls(): void {
  const counted = window as { paints?: number; withoutControls?: number };
  const isWithout = (part: string) => !document.querySelector(part)?.childElementCount;
  addEventListener("sawtooth:painted", () => {
    if (counted.paints === 12) return;
    counted.paints = (counted.paints ?? 0) + 1;
    if (isWithout(".rail") || isWithout(".transport"))
      counted.withoutControls = (counted.withoutControls ?? 0) + 1;
  });
}

/** Everything that was built is loaded in idle time. */
const programs = () => readdirSync(join(DIST, "assets")).filter((name) => name.endsWith(".js"));

/** Opens the page on its own server, which closes when the page has loaded everything in idle time. */
async function openOffline(): Promise<Page> {
  const asked = new Set<string>();
  const server = await serveFolder(DIST, { watcher: (path) => asked.add(path) });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await recordPaints(page);
  await page.goto(server.url);
  await painted(page);
  // Waits until the programs of the page, those of its worker, and those shared by both have been loaded.
  await expect.poll(() => programs().filter((name) => !asked.has(`assets/${name}`))).toEqual([]);
  await server.close();
  return page;
}

/** The screen Papers shows this sentence when its data is there. */
const CLAIMS = /of the papers’ \d+ claims hold/;

test("without the network every dialog and screen opens, and every algorithm runs", async () => {
  const page = await openOffline();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  const dialog = page.getByRole("dialog");
  for (const name of [/^Model notes$/, /Help and keys/, /^Share$/, /^Presets$/]) {
    await page.getByRole("button", { name }).click();
    await dialog.getByRole("heading").first().waitFor();
    if (name.test("Model notes")) {
      await dialog.getByRole("button", { name: /How accurate is it/ }).click();
      await dialog
        .getByText(/Linux 6\.1: \d+ cases/)
        .first()
        .waitFor();
    }
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }
  await page
    .getByRole("button", { name: /About this/ })
    .first()
    .click();
  await dialog.getByRole("heading").first().waitFor();
  await page.keyboard.press("Escape");
  for (const preset of [/^BBR/, /^FQ-CoDel/, /^Parking lot/]) {
    await page.getByRole("button", { name: "Presets", exact: true }).click();
    const { count } = await painted(page);
    await dialog.getByRole("button", { name: preset }).first().click();
    await painted(page, count);
    // Counting delays by flow needs a worker that was not started before.
    if (preset.test("FQ-CoDel")) await page.getByRole("listitem").getByText(/^p99/).first().waitFor();
  }
  await page.locator(".path-graph").waitFor();
  for (const screen of ["Papers", "Sweep", "Bench"]) {
    await page.getByRole("link", { name: screen, exact: true }).click();
    await page.locator("[aria-current=page]", { hasText: screen }).waitFor();
    await expect.poll(() => page.locator(".screen-loading").count()).toBe(0);
    expect(await page.locator(".notice--error").allInnerTexts()).toEqual([]);
  }
  await page.getByRole("radio", { name: "Live" }).check({ force: true });
  await page.getByRole("button", { name: "Step forward" }).click();
  await expect.poll(() => page.locator(".transport__time").innerText()).not.toMatch(/^0(?:\.0+)? s/);
  await go(page, `v=2&program=${packText(TEMPLATES[0].code)}&cc=own&duration=10s`);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ready();
  const { digest: own } = customRun(TEMPLATES[0].code, "cc=own&duration=10s");
  await expect.poll(() => digest(page)).toBe(own);
  expect(errors).toEqual([]);
});

// Programs of the page that fail to load are reported in one sentence, requested again with growing intervals, and
// shown once loaded.

/** Determines how a request for a path below the page's address fails; null if the request is answered. */
interface Network {
  fault: (path: string, kind: string) => "refused" | "404" | "renewed" | null;
  /** Number of requests for each path. */
  readonly asked: Map<string, number>;
}

async function through(page: Page, network: Network): Promise<void> {
  await page.route(/\/(?:assets\/[^/]*)?$/, async (route: Route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname.replace("/some/sub/path/", "");
    network.asked.set(path, 1 + (network.asked.get(path) ?? 0));
    const fault = network.fault(path, request.resourceType());
    if (fault === null) return route.continue();
    if (fault === "refused") return route.abort("connectionrefused");
    if (fault === "404") return route.fulfill({ status: 404, body: "not found" });
    return route.fulfill({ body: '<script type="module" src="./assets/index-newer.js"></script>' });
  });
}

const notice = (page: Page) => page.getByRole("alert").filter({ hasText: "could not be loaded" });
const screen = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name });

test("a screen that fails to load shows a message, and is shown after a retry", async () => {
  leaveOutInFirefox("a program that failed once is not fetched anew; the page offers to reload");
  const isPageItself = (path: string, kind: string) => path === "" && kind === "fetch";
  const isScreen = (path: string) => /(?:Papers|Lessons)Screen/.test(path);
  const network: Network = { asked: new Map(), fault: () => null };
  const page = await openPage({
    fragment: "v=2&aqm=pie&duration=20s",
    prepare: (opened) => through(opened, network),
    expected: /ERR_CONNECTION_REFUSED|could not be loaded|404/,
  });
  const missing = notice(page);
  network.fault = (path, kind) => (isScreen(path) || isPageItself(path, kind) ? "refused" : null);

  // A screen whose program fails to load reports this on the screen. It loads with its styles when the browser
  // reports that the network is back.
  await screen(page, "Papers").click();
  await missing.filter({ hasText: "“Papers” could not be loaded: the network does not respond" }).waitFor();
  await expectAccessible(page);
  // The program is not requested again automatically.
  const times = () => [...network.asked].find(([path]) => path.includes("PapersScreen"))?.[1];
  const before = times();
  await page.waitForTimeout(1000);
  expect(times()).toBe(before);
  network.fault = (path, kind) => {
    if (isScreen(path)) return path.includes("Lessons") ? "404" : null;
    return isPageItself(path, kind) ? "renewed" : null;
  };
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  const papers = page.locator(".papers");
  await papers.waitFor();
  expect(await papers.evaluate((part) => getComputedStyle(part).maxWidth)).toBe("1240px");

  // The page shows the same message if the server has another version of Sawtooth, without the programs of this
  // version.
  await screen(page, "Lessons").click();
  await missing.filter({ hasText: "“Lessons” could not be loaded: the site has a newer version" }).waitFor();
  network.fault = () => null;
  await missing.getByRole("button", { name: "Reload" }).click();
  await page.getByText("Bufferbloat").first().waitFor();
  await screen(page, "Bench").click();
  await painted(page);
  expect(await ownFragment(page)).toBe("v=2&aqm=pie&duration=20s");
});

// Without a network, the copy on the device works, a newer version is kept beside it, and the single-file page opens
// from a disk.

const dist = resolve(import.meta.dirname, "../../dist");
const scratch = mkdtempSync(join(tmpdir(), "sawtooth-offline-"));
const saved = join(scratch, "saved.html");
afterAll(() => rmSync(scratch, { recursive: true }));

test("after the first visit everything works without a server; a new version waits for the user's consent", async () => {
  const folder = join(scratch, "site");
  cpSync(dist, folder, { recursive: true, filter: (file) => !/\.map$/.test(file) });
  const server = await serveFolder(folder);
  const page = await openPage({
    url: server.url,
    serviceWorkers: "allow",
    // Chromium reports these errors for requests that the stored copy has answered.
    expected: /ERR_CONNECTION_REFUSED|ERR_FAILED/,
  });
  await painted(page);
  await keptOnDevice(page);

  // A newer version on the server is loaded in addition to the old version and not used yet.
  appendFileSync(join(folder, "favicon.svg"), "<!-- newer -->\n");
  writeFileSync(join(folder, SERVICE_WORKER), await serviceWorker(folder));
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const notice = page.getByRole("status", { name: "New version" });
  await notice.waitFor();
  const icon = () => page.evaluate(async () => (await fetch("favicon.svg")).text());
  expect(await icon()).not.toContain("newer");
  const reloaded = page.waitForEvent("load");
  await notice.getByRole("button", { name: "Update now" }).click();
  await reloaded;
  await painted(page);
  expect(await icon()).toContain("newer");

  await server.close();
  await page.reload();
  await painted(page);
  await go(page, "v=2&aqm=fq-pie&cc=bbr3&duration=20s");
  await page.waitForFunction(() => {
    const last = (window as { sawtoothPainted?: Painted }).sawtoothPainted;
    return last?.done && last.url.includes("bbr3");
  });
  const shows = async (screen: string, what: string | RegExp) => {
    await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: screen }).click();
    await page.getByText(what).first().waitFor();
  };
  await shows("Papers", CLAIMS);
  await shows("Lessons", "Bufferbloat");
  await shows("Sweep", "Values");
  expect(await page.evaluate(async () => (await fetch("reference/index.html")).ok)).toBe(true);
});

test("the single-file page works from a disk: a run, another queue, a story, the papers, a sweep", async () => {
  const file = join(dist, SINGLE_FILE);
  const page = await openPage({
    url: pathToFileURL(file).href,
    fragment: "v=2&aqm=pie&cc=dctcp&duration=20s",
  });
  await painted(page);
  await page.keyboard.press("w");
  await page.locator(".why__card").first().waitFor();
  await go(page, "screen=papers");
  await page.getByText(CLAIMS).waitFor();
  await go(page, "screen=sweep&v=2&duration=5s&x=beta-ecn=0.5,0.8&metric=utilisation");
  await page.getByRole("button", { name: /^Run/ }).first().click();
  await page.getByText(/^2 runs in/).waitFor();
  // The file also contains the interpreter of custom programs.
  const { code } = TEMPLATES[0];
  await go(page, `v=2&program=${packText(code)}&cc=own&duration=10s`);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ready();
  const { digest: own } = customRun(code, "cc=own&duration=10s");
  await expect.poll(() => digest(page)).toBe(own);
  const tags =
    readFileSync(file, "utf8")
      .match(/<(?:script|link)\b[^>]*>/g)
      ?.slice(0, 5) ?? [];
  expect(tags.filter((tag) => /\s(?:src|href)="(?!data:)/.test(tag))).toEqual([]);
});

test("a run is saved in the single-file page", async () => {
  const page = await openPage({ fragment: "v=2&aqm=red&duration=12s" });
  await painted(page);
  await page.getByRole("button", { name: "Share" }).click();
  const save = page.getByRole("button", { name: /^Save as one file \(\d\.\d MB\)$/ });
  writeFileSync(saved, await savedBy(page, save));
});

test("the saved file opens with its run", async () => {
  const page = await openPage({ url: pathToFileURL(saved).href });
  await paintedRunOf(page, "v=2&aqm=red&duration=12s");
});

// Tests the development page that `npm start` serves, which consists of single modules without a bundle.

const root = resolve(import.meta.dirname, "../..");

let server: ChildProcess;
let url: string;

beforeAll(async () => {
  // The environment of a user's shell, without the variables of the test runner, and without opening a browser.
  const own = /^(?:NODE_ENV|VITE|VITEST)/;
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
  const start = ["--import", "tsx", "scripts/start.ts"];
  server = spawn(process.execPath, start, { cwd: root, env: { ...environment, CI: "1" } });
  url = await new Promise((found, failed) => {
    let said = "";
    const hear = (data: unknown) => {
      said += stripVTControlCharacters(String(data));
      const [address] = /http:\/\/localhost:\d+\//.exec(said) ?? [];
      if (address !== undefined) found(address);
    };
    server.stdout?.on("data", hear);
    server.stderr?.on("data", hear);
    server.once("exit", () => failed(new Error(`npm start ended: ${said}`)));
  });
});

afterAll(() => {
  server.kill();
});

test("in development the page shows a run, also from a link with other algorithms", async () => {
  const page = await openPage({ url });
  const { count } = await painted(page);
  await page.goto(`${url}#v=2&cc=cubic&aqm=pie&duration=10s`);
  expect((await painted(page, count)).url).toMatch(/cc=cubic/);
  expect(await page.locator(".notice--error").count()).toBe(0);
});
