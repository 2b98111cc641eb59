/** The page and the command line are one simulator: the same link gives the same digest in both. */
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { openPage } from "./browser.ts";

/** Over all queues and controls. */
const LINKS = [
  "v=1",
  "v=1&beta-ecn=0.8",
  "v=1&aqm=droptail&ecn=off",
  "v=1&aqm=droptail&limit=17p&beta-loss=0.7&ecn=off",
  "v=1&aqm=pie",
  "v=1&aqm=pie&pie-ecn-drop=off&target=20ms&update=30ms&seed=3",
  "v=1&aqm=pie-linux&beta-ecn=0.85",
  "v=1&aqm=codel&codel-sqrt=exact&target=10ms&interval=50ms",
  "v=1&cc=cubic",
  "v=1&cc=cubic&beta-ecn=0.85&fast-convergence=off",
  "v=1&cc=cubic&hystart-variant=rfc9406&rtt=40ms",
  "v=1&cc=cubic&hystart=off&aqm=pie&capacity=20Mbps&rtt=80ms",
  "v=1&recovery=classic&rtt=200ms&beta-ecn=0.8",
  "v=1&sack=off&ecn=off&aqm=droptail&limit=40p",
  "v=1&flow=cc=newreno&flow=cc=newreno,start=30s",
  "v=1&capacity=20Mbps&flow=cc=cubic,count=4,rtt=40ms&flow=cc=newreno,ecn=off,count=4,rtt=40ms",
  "v=1&flow=cc=newreno,size=1000000B&flow=cc=cubic,start=5s,stop=60s",
  "v=1&set=20s:beta-ecn=0.9&set=40s:capacity=5Mbps&set=60s:rtt=50ms",
  "v=1&set=30s:aqm=pie&set=60s:cc=cubic",
  "v=1&delayed-ack=1&initial-window=2&rack=off&limited-transmit=off&min-rto=1000ms&aqm=droptail&limit=20p",
];

const ROOT = resolve(import.meta.dirname, "../..");

function digestOfCommandLine(link: string): string {
  const args = ["src/cli/main.ts", "run", "--url", `#${link}`, "--json"];
  const tsx = resolve(ROOT, "node_modules/tsx/dist/cli.mjs");
  return JSON.parse(execFileSync(process.execPath, [tsx, ...args], { cwd: ROOT, encoding: "utf8" })).digest;
}

test("twenty links give the same digest in the page and on the command line", {
  timeout: 120_000,
}, async () => {
  const page = await openPage();
  const found: string[] = [];
  const expected: string[] = [];
  for (const link of LINKS) {
    const digest = digestOfCommandLine(link);
    expected.push(`${link} ${digest}`);
    await page.evaluate((fragment) => {
      location.hash = fragment;
    }, link);
    const shown = page.locator(`[data-digest="${digest}"]`);
    await shown.waitFor({ state: "attached", timeout: 10_000 }).catch(() => undefined);
    found.push(`${link} ${await page.locator("[data-digest]").getAttribute("data-digest")}`);
  }
  expect(found).toEqual(expected);
});
