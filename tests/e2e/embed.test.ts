/**
 * Tests hidden pieces, locked controls, the page inside a page of a different origin, and the dialog that makes such
 * URLs.
 */
import { resolve } from "node:path";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openPage, painted } from "./browser.ts";
import { enter, expectAccessibleAs, follow, fragmentWith, ownFragment, placeOf } from "./page-state.ts";
import { type StaticServer, serveFolder } from "./static-server.ts";

const EXAMPLES = resolve(import.meta.dirname, "../../dist/examples");

let others: StaticServer;

/** A different port is a different origin. */
beforeAll(async () => {
  others = await serveFolder(EXAMPLES);
});

afterAll(() => others.close());

const seen = (page: Page | Frame, selector: string) =>
  page.locator(selector).evaluateAll((found) => found.some((element) => element.checkVisibility()));

const boxOf = async (page: Page, selector: string) => {
  const box = await placeOf(page.locator(selector).first());
  return box;
};

test("a link hides parts of the page without leaving gaps, locks controls, and reports unknown names", async () => {
  const page = await openPage({ fragment: "v=2&hide=rail,path,throughput&touch=beta-ecn,raet" });
  await painted(page);
  const notice = page.locator(".notice");
  expect(await notice.innerText()).toMatch(/touch names "raet", which this page does not have/);
  expect(await page.locator(".plot--throughput").count()).toBe(0);
  expect([await seen(page, ".rail"), await seen(page, ".path-place")]).toEqual([false, false]);
  expect((await boxOf(page, ".stage")).x).toBe(0);
  // The lowest remaining plot has the labels of the time axis.
  await page.locator(".plot--delay").getByText("100 s", { exact: true }).waitFor();
  await page.getByRole("slider", { name: /β ecn, the depth/ }).waitFor();
  expect(await page.getByRole("slider", { name: /Target, on the queue/ }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "To the controls" }).count()).toBe(0);

  await page.setViewportSize({ width: 390, height: 844 });
  expect([await seen(page, ".rail"), await seen(page, ".plots--more")]).toEqual([false, false]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await follow(page, "v=2&hide=side,transport&touch=beta-ecn");
  expect([await seen(page, ".side"), await seen(page, ".transport")]).toEqual([false, false]);
  const stage = await boxOf(page, ".stage");
  expect([stage.x + stage.width, stage.y + stage.height]).toEqual([1440, 900]);
  const target = page.locator('.control[data-param="target"]');
  await page.locator(".rail").getByText("This link does not allow changes to the grey controls.").waitFor();
  const field = target.getByRole("textbox");
  expect(await field.getAttribute("aria-disabled")).toBe("true");
  const describedBy = (await field.getAttribute("aria-describedby"))?.split(" ")[0];
  expect(await page.locator(`[id="${describedBy}"]`).textContent()).toMatch(
    /This link does not allow you to change this\.$/,
  );
  await page.keyboard.press("n");
  await notice.getByText("This link keeps Seed fixed.").waitFor();
  await page.getByRole("button", { name: "Presets", exact: true }).click();
  const preset = page.getByRole("dialog").getByRole("button", { name: /BBR/ }).first();
  expect(await preset.getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("Escape");
  expect(await ownFragment(page)).toBe("v=2&hide=side,transport&touch=beta-ecn");
  await enter(page.getByRole("textbox", { name: /Backoff on a mark/ }), "0.8");
  await fragmentWith(page, "beta-ecn=0.8");

  // Nothing of the embedding remains after a different URL is followed.
  await follow(page, "v=2&cc=cubic");
  expect([await seen(page, ".side"), await seen(page, ".transport")]).toEqual([true, true]);
});

/** Counts accesses to the storage, and refuses them like a frame that may store nothing. */
function blockStorage(): void {
  const counted = window as unknown as { storageAsked: number };
  counted.storageAsked = 0;
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, {
      get() {
        counted.storageAsked++;
        throw new DOMException("blocked", "SecurityError");
      },
    });
}

test("the compact page stores nothing, names its origin, and is accessible at every size in both themes", async () => {
  const page = await openPage({
    fragment: "v=2&embed=1&theme=dark&touch=beta-ecn,aqm",
    viewport: { width: 320, height: 400 },
    prepare: async (opened) => {
      await opened.addInitScript(blockStorage);
    },
  });
  await painted(page);
  // The head is loaded after the first plots.
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.evaluate(() => document.documentElement.getAttribute("data-theme"))).toBe("dark");
  expect(await page.locator(".head__tools").count()).toBe(0);
  // Only the controls that may be changed are shown.
  expect(await seen(page, '.control[data-param="beta-ecn"]')).toBe(true);
  expect(await seen(page, '.control[data-param="capacity"]')).toBe(false);
  await expectAccessibleAs(page, "dark", { width: 320, height: 400 });
  await expectAccessibleAs(page, "dark", { width: 800, height: 600 });
  await follow(page, "v=2&embed=1&theme=light&beta-ecn=0.6");
  await expectAccessibleAs(page, "light", { width: 640, height: 480 });
  await expectAccessibleAs(page, "light", { width: 1200, height: 800 });
  const beta = page.getByRole("textbox", { name: /Backoff on a mark/ });
  await enter(beta, "0.9");
  await fragmentWith(page, "beta-ecn=0.9");
  const whole = page.getByRole("link", { name: /Open in Sawtooth/ });
  await whole.focus();
  expect(decodeURIComponent((await whole.getAttribute("href")) ?? "")).toMatch(
    /#v=2&beta-ecn=0\.9&pin=[^&]*&?[^&]*$/,
  );
  expect(await whole.getAttribute("href")).not.toMatch(/embed/);
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await fragmentWith(page, "beta-ecn=0.6");
  expect(await page.evaluate(() => (window as unknown as { storageAsked: number }).storageAsked)).toBe(0);
});

const frameOf = async (page: Page, title: string): Promise<Frame> => {
  const element = page.locator(`iframe[title="Sawtooth: ${title}"]`);
  await element.scrollIntoViewIfNeeded();
  const frame = await (await element.elementHandle())?.contentFrame();
  if (!frame) throw new Error(`no frame: ${title}`);
  await frame.locator(".plot--delay canvas").waitFor();
  return frame;
};

test("a page of another origin reads the state, changes it and receives its events, even in a sandbox", async () => {
  const page = await openPage({
    url: `${others.url}embed.html?app=${inject("pageUrl")}`,
    expected: /^request to elsewhere/,
  });
  const utilisation = page.locator("#utilisation");
  const steered = await frameOf(page, "steered by this page");
  await expect.poll(() => utilisation.innerText()).toMatch(/%$/);
  const before = await utilisation.innerText();
  await page.getByRole("slider", { name: /Backoff on a mark/ }).focus();
  for (let press = 0; press < 6; press++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => utilisation.innerText()).not.toBe(before);
  expect(Number.parseFloat(await utilisation.innerText())).toBeGreaterThan(Number.parseFloat(before));
  expect(await page.locator("#said").innerText()).toBe("");
  await expect.poll(() => steered.evaluate(() => location.hash)).toMatch(/beta-ecn=0\.8&/);

  const replies = await page.evaluate(askHostile, "Sawtooth: steered by this page");
  expect(replies).toEqual([
    "This link keeps Seed fixed.",
    "type must be read, set, subscribe or unsubscribe",
  ]);
  // The URL of the bench does not allow other pages to control it.
  await frameOf(page, "the bench");
  await expect
    .poll(() => page.evaluate(askHostile, "Sawtooth: the bench"))
    .toEqual([
      expect.stringMatching(/^to make changes, the link must name/),
      "type must be read, set, subscribe or unsubscribe",
    ]);

  // Tab moves into the frame and out of it again.
  await page.getByRole("slider", { name: /Backoff on a mark/ }).focus();
  const inside = () => page.evaluate(() => document.activeElement?.tagName === "IFRAME");
  await page.keyboard.press("Tab");
  expect(await inside()).toBe(true);
  for (let press = 0; press < 40 && (await inside()); press++) await page.keyboard.press("Tab");
  const left = await page.evaluate(() => document.activeElement?.getAttribute("title"));
  expect(left).not.toBe("Sawtooth: steered by this page");

  const sandboxed = await frameOf(page, "in a sandbox");
  expect(await sandboxed.evaluate(() => origin)).toBe("null");
  expect(await seen(sandboxed, ".rail")).toBe(false);
  expect(await sandboxed.locator(".notice--error").count()).toBe(0);
});

/** Runs in the parent page. Sends messages that must be ignored, and two that are refused. */
async function askHostile(title: string): Promise<string[]> {
  const frame = document.querySelector<HTMLIFrameElement>(`iframe[title="${title}"]`)?.contentWindow;
  if (!frame) throw new Error("no frame");
  const errors: string[] = [];
  const hear = ({ source, data }: MessageEvent) => {
    if (source === frame && data.type === "reply" && data.ok === false) errors.push(data.error);
  };
  addEventListener("message", hear);
  const cyclic: Record<string, unknown> = { other: 1 };
  cyclic.self = cyclic;
  for (const message of [null, 7, "sawtooth", [], cyclic, new Map(), { sawtooth: {} }])
    frame.postMessage(message, "*");
  frame.postMessage({ sawtooth: 1, id: "a", type: "set", settings: { seed: 5 } }, "*");
  frame.postMessage({ sawtooth: 1, id: "b", type: "explode", settings: cyclic }, "*");
  const since = performance.now();
  while (!errors.some((error) => /^type must be/.test(error)) && performance.now() - since < 20_000)
    await new Promise((done) => setTimeout(done, 20));
  removeEventListener("message", hear);
  return errors.filter((error) => !/^sawtooth must be/.test(error));
}

test("a link for others is made by keyboard only, as link, frame and QR code", async () => {
  const page = await openPage();
  await painted(page);
  await page.getByRole("button", { name: "Share", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Create a link for others" }).focus();
  await page.keyboard.press("Enter");
  const builder = page.getByRole("dialog", { name: "A link for others" });
  const press = async (role: "checkbox" | "radio", name: RegExp) => {
    await builder.getByRole(role, { name }).focus();
    await page.keyboard.press("Space");
  };
  await press("checkbox", /^Drawn path$/);
  await press("radio", /^Selected parts$/);
  await press("checkbox", /Backoff on a mark/);
  await press("checkbox", /^Queue discipline$/);
  const link = builder.getByRole("textbox", { name: "Link", exact: true });
  const address = `${inject("pageUrl")}#v=2&embed=1&hide=path&touch=beta-ecn,aqm`;
  await expect.poll(() => link.inputValue()).toBe(address);
  expect(await builder.getByRole("textbox", { name: "Frame for a page" }).inputValue()).toContain(
    `<iframe src="${address.replaceAll("&", "&amp;")}" title="Sawtooth" width="900" height="640"`,
  );
  const preview = page.frameLocator('iframe[title="Preview"]');
  await preview.getByRole("link", { name: /Open in Sawtooth/ }).waitFor();
  await builder.getByRole("img", { name: /^QR code/ }).waitFor();
  await builder.getByRole("button", { name: "Full screen" }).focus();
  await page.keyboard.press("Enter");
  const large = page.getByRole("dialog", { name: /^QR code/ });
  expect((await large.getByRole("img").boundingBox())?.height).toBeGreaterThan(600);
  await page.keyboard.press("Escape");
  await large.waitFor({ state: "hidden" });
  await expectAccessibleAs(page, "light", { width: 1440, height: 900 }, ".dialog");
  await expectAccessibleAs(page, "dark", { width: 390, height: 844 }, ".dialog");
  await press("radio", /^Projector$/);
  await expect.poll(() => link.inputValue()).toMatch(/#v=2&present=1&touch=beta-ecn,aqm$/);
  await page.keyboard.press("Escape");
  await builder.waitFor({ state: "hidden" });
});
