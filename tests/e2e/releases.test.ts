/** Tests a URL whose run has changed since an earlier release: the page's message, and the link to that release. */
import { resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { openPage } from "./browser.ts";
import { go } from "./page-state.ts";
import { serveFolder } from "./static-server.ts";

const DIST = resolve(import.meta.dirname, "../../dist");
/** A URL in format 1. The release must read this URL unchanged, not as the page has rewritten it. */
const LINK = "v=1&beta-ecn=0.8&duration=5s";
const NOTICE = "This link was made with Sawtooth 0.1.0.";

test("names the version that made a link whose result differs today, and leads to that release", async () => {
  // The site of a later version: the release is a copy of this page in its own folder.
  const server = await serveFolder(DIST, {
    answer: (url, usual) => {
      const [, kept] = url.pathname.split("/v/0.1.0/");
      if (kept !== undefined) return usual(kept);
      if (!url.pathname.endsWith("/v/releases.json")) return usual();
      return { status: 200, headers: { "content-type": "application/json" }, body: '["0.1.0"]' };
    },
  });
  onTestFinished(() => server.close());
  const page = await openPage({ url: server.url, fragment: `${LINK}&made=0.1.0.1a2b3c4d_12.3` });
  const notice = page.getByRole("status", { name: "Notice" }).filter({ hasText: "made with" });
  await notice.getByText(NOTICE).waitFor();
  await notice.getByText(/^Utilisation: 12\.3 % then, \d+\.\d % now\.$/).waitFor();
  await notice.getByText("Changes to results since then").click();
  await notice.getByText("HyStart ignores the SYN").waitFor();

  // After a changed setting the run is a different one, so the message disappears. After undo it is the URL's run
  // again, and the message returns.
  await page.getByRole("slider", { name: /Backoff on a mark/ }).press("ArrowRight");
  await notice.waitFor({ state: "detached" });
  await page.waitForFunction(() => !location.hash.includes("made="));
  await page.keyboard.press("Control+z");
  await notice.getByText(NOTICE).waitFor();

  const release = notice.getByRole("link", { name: "Open the link in Sawtooth 0.1.0" });
  expect(await release.getAttribute("href")).toBe(`./v/0.1.0/#${LINK}&made=0.1.0.1a2b3c4d_12.3`);
  await release.click();
  await page.waitForURL((url) => url.href.startsWith(`${server.url}v/0.1.0/#`));

  // If the URL has the digest of this version, there is no message.
  const digest = runScenario(scenarioFromUrl(LINK).scenario).digest();
  await go(page, `${LINK}&made=0.1.0.${digest.slice(0, 8)}`);
  await page.locator(`[data-digest="${digest}"]`).waitFor({ state: "attached" });
  expect(await notice.count()).toBe(0);
});
