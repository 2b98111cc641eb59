/** Tests pictures of the plots and of the path: the content of the files, by keyboard, with the dark theme, and on a phone. */
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { version } from "../../package.json";
import { pngScale } from "../../src/ui/bench/pictures/picture-svg.ts";
import { openPage, painted } from "./browser.ts";
import { expectAccessible, expectAccessibleAs, saved } from "./page-state.ts";

const TWO_FLOWS = "v=2&flows=2&duration=10s&warmup=2s&seed=7";

/**
 * Runs in the page. Its parser checks that the file is well-formed, and measures it. The file is served, because the page's
 * policy does not let text become markup.
 */
async function looksOf(page: Page, svg: string) {
  const address = new URL("looked-at.svg", page.url()).href;
  await page.route(address, (route) => route.fulfill({ contentType: "image/svg+xml", body: svg }));
  const looks = await page.evaluate(async (url) => {
    const request = new XMLHttpRequest();
    await new Promise((resolve) => {
      request.addEventListener("loadend", resolve);
      request.open("GET", url);
      request.responseType = "document";
      request.send();
    });
    const root = request.responseXML?.documentElement;
    if (root === undefined) throw new Error("the file is not well-formed");
    const texts = [...root.querySelectorAll("text")].map((one) => one.textContent ?? "");
    return {
      name: root.localName,
      width: Number(root.getAttribute("width")),
      height: Number(root.getAttribute("height")),
      texts,
      paths: root.querySelectorAll("path").length,
      bitmaps: root.querySelectorAll("image, foreignObject, style, script").length,
      ground: root.querySelector("rect")?.getAttribute("fill"),
      colours: [...root.querySelectorAll("[fill], [stroke]")].flatMap((one) => [
        one.getAttribute("fill") ?? "none",
        one.getAttribute("stroke") ?? "none",
      ]),
    };
  }, address);
  await page.unroute(address);
  return looks;
}

/** A PNG file contains width and height near its start. */
const pngSize = (bytes: Buffer) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) });

test("Share saves the packets of the run for Wireshark and as a table, and its citation", async () => {
  const page = await openPage({ fragment: "v=2&duration=10s" });
  await painted(page);
  await page.getByRole("button", { name: "Share" }).click();
  const share = page.getByRole("dialog", { name: "Share" });
  await share.getByRole("combobox", { name: "Capture at" }).selectOption("bottleneck:out");
  const capture = await saved(page, share.getByRole("button", { name: "Capture (pcapng)" }).click());
  expect(capture.bytes.subarray(0, 4).toString("hex")).toBe("0a0d0d0a");
  expect(capture.bytes.includes("bottleneck:out")).toBe(true);
  await share.getByText("sawtooth-packets.pcapng saved").waitFor();
  const table = await saved(page, share.getByRole("button", { name: "All packet events (CSV)" }).click());
  const lines = table.bytes.toString().split("\n");
  expect(lines[0]).toMatch(RegExp(`^# Sawtooth ${version}`));
  expect(lines.find((line) => !line.startsWith("#"))).toContain("time_s,event,place,flow");
  await share.getByText("Text and BibTeX").click();
  const entry = await share.getByRole("textbox", { name: "BibTeX" }).inputValue();
  expect(entry).toContain(`version = {${version}}`);
  expect(table.bytes.toString()).toContain(`digest ${/digest ([0-9a-f]{16})/.exec(entry)?.[1]}\n`);
});

describe("saved pictures", () => {
  test("one plot by keyboard and all plots by Share: vector graphics on white, with legend, axes and caption", async () => {
    const page = await openPage({ fragment: TWO_FLOWS, colorScheme: "dark" });
    await painted(page);
    const open = page.getByRole("button", { name: "Save picture: cwnd" });
    await open.waitFor();
    await open.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
    const svg = await saved(page, page.keyboard.press("Enter"));
    expect(svg.name).toMatch(/^sawtooth-cwnd-.*-seed7\.svg$/);
    const looks = await looksOf(page, svg.bytes.toString("utf8"));
    expect(looks).toMatchObject({ name: "svg", bitmaps: 0, ground: "#fff" });
    expect(looks.texts[0]).toBe("cwnd (segments)");
    for (const text of ["time (s)", "0 s", "10 s", "Covers 0 s to 10 s."])
      expect(looks.texts).toContain(text);
    const said = looks.texts.join("");
    expect(said).toMatch(RegExp(`Sawtooth ${version}(?:, commit [0-9a-f]{12})?, seed 7, digest `));
    expect(said).toContain(`#${TWO_FLOWS}`);
    expect(looks.texts.filter((text) => /^flow \d/.test(text)).length).toBeGreaterThanOrEqual(2);
    expect(looks.paths).toBeGreaterThan(4);
    expect(looks.colours.filter((colour) => /var\(|color\(|undefined/.test(colour))).toEqual([]);
    // The page is dark, the picture is not.
    expect(looks.colours).not.toContain("rgb(20, 23, 28)");

    // Simulates that the window loses the focus. The menu stays open.
    await page.evaluate(() =>
      document.activeElement?.dispatchEvent(new FocusEvent("focusout", { bubbles: true })),
    );
    expect(await open.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("ArrowRight");
    const png = await saved(page, page.keyboard.press("Enter"));
    const scale = pngScale(looks.width);
    expect(pngSize(png.bytes)).toEqual({ width: looks.width * scale, height: looks.height * scale });
    await page.keyboard.press("ArrowRight");
    const csv = (await saved(page, page.keyboard.press("Enter"))).bytes.toString("utf8").split("\n");
    expect(csv.filter((line) => line.startsWith("# ")).at(-1)).toContain("#v=2");
    expect(csv.filter((line) => /^[\d.]+,/.test(line))).toHaveLength(1001);
    await page.keyboard.press("Escape");
    expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await open.getAttribute("aria-expanded")).toBe("false");

    await page.getByText("Inside the algorithm").click();
    await page.locator(".inside__chart .save-picture").first().waitFor();
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const all = await saved(page, page.getByRole("button", { name: /^All plots and the path/ }).click());
    const files = unzipSync(all.bytes);
    const pictures = Object.keys(files).filter((name) => name.endsWith(".svg"));
    for (const what of [
      "path",
      "cwnd",
      "queue-delay",
      "throughput",
      "queue-delay-cumulative",
      "jain",
      "against",
    ])
      expect(
        pictures.some((name) => name.includes(what)),
        `${what} in ${pictures}`,
      ).toBe(true);
    // The plots of probes that are open are exported too.
    expect(pictures.length).toBeGreaterThan(7);
    expect(Object.keys(files)).toHaveLength(2 * pictures.length);
    const textsIn = async (part: string) => {
      const name = pictures.find((each) => each.startsWith(`sawtooth-${part}`)) ?? "";
      return (await looksOf(page, strFromU8(files[name]))).texts;
    };
    expect(await textsIn("path")).toEqual(expect.arrayContaining(["2 receivers", "ACK"]));
    const distribution = await textsIn("queue-delay-cumulative");
    expect(distribution.slice(0, 2).join(" ")).toBe("queue delay, cumulative (share of packets)");
    expect(distribution).toEqual(expect.arrayContaining(["all packets", "queue delay (ms)", "100%"]));
    expect(distribution.join(" ")).toContain("from the end of the warm-up, 2 s, to 10 s.");
    const path = await saved(page, page.getByRole("button", { name: "Path (PNG)" }).click());
    expect(path.name).toMatch(/^sawtooth-path-.*\.png$/);
    expect(pngSize(path.bytes).width).toBeGreaterThanOrEqual(1920);
  });

  test("a button on a phone saves a picture, and the menu is accessible in both themes", async () => {
    const page = await openPage({ fragment: TWO_FLOWS, viewport: { width: 390, height: 844 } });
    await painted(page);
    const open = page.getByRole("button", { name: "Save picture: cwnd" });
    await open.click();
    const menu = await page.locator(".save-picture__menu").boundingBox();
    expect(menu?.x).toBeGreaterThanOrEqual(0);
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(390);
    await expectAccessibleAs(page, "light", { width: 390, height: 844 }, ".chart-cwnd");
    await expectAccessibleAs(page, "dark", { width: 390, height: 844 }, ".chart-cwnd");
  });
});

test("the menu of a plot offers it alone, with a control, as a scene of a talk, or as a picture for a paper", async () => {
  const page = await openPage({ fragment: "v=2&duration=20s" });
  await painted(page);
  const menu = page.getByRole("button", { name: "Save picture: cwnd" });
  await menu.click();
  await page.getByRole("button", { name: "This plot and a control…" }).click();
  const dialog = page.getByRole("dialog", { name: "For others: cwnd" });
  const link = async () => dialog.getByRole("textbox", { name: "Link" }).inputValue();
  await expect.poll(link).toMatch(/embed=1&hide=.*&touch=beta-ecn$/);
  expect(await dialog.getByRole("textbox", { name: "Frame for a page" }).inputValue()).toMatch(
    /^<iframe src=/,
  );
  await dialog
    .getByRole("img", { name: /QR code/ })
    .first()
    .waitFor();
  await dialog.getByRole("radio", { name: "Only this plot" }).check();
  await expect.poll(link).toMatch(/hide=head,rail,.*&touch=$/);
  await dialog.getByRole("button", { name: "Add as a scene" }).click();
  await dialog.getByText("Added as scene 1 of your talk.").waitFor();
  await expectAccessible(page);
  const only = await link();
  await page.keyboard.press("Escape");

  // A picture for a paper has no title and no URL, is measured in cm, and uses a font that journals accept. The peak
  // is labelled.
  await menu.click();
  await page.getByRole("button", { name: "Picture for a paper…" }).click();
  const maker = page.getByRole("dialog", { name: "Picture for a paper: cwnd" });
  const svg = async () =>
    decodeURIComponent((await maker.getByRole("img", { name: "Preview" }).getAttribute("src")) ?? "");
  // One column, including legend and axes: letters of 11 px at 343 px are 8 pt at 8.8 cm.
  await expect.poll(svg).toMatch(/width="8\.8cm" height="5\.(49|5)\d*cm" viewBox="0 0 343 214"/);
  await expectAccessible(page);
  const named = await svg();
  expect(named).toMatch(/>↑ \d+</);
  expect(named).not.toMatch(/https?:\/\/[^w]|Sawtooth/);
  await maker.getByRole("combobox", { name: "Font" }).selectOption({ label: "Times" });
  await expect.poll(svg).toContain('font-family="&quot;Times New Roman&quot;');
  await maker.getByLabel(/^Show the whole initial peak/).check();
  await expect.poll(svg).not.toMatch(/>↑ \d+</);
  await maker.getByLabel("Width (cm)").fill("200");
  await maker.getByText("Width (cm): a number from 4 to 60.").waitFor();
  await maker.getByLabel("Width (cm)").fill("12");
  await expect.poll(svg).toMatch(/width="12cm"/);
  await maker.getByLabel(/^Link, seed and version/).check();
  await expect.poll(svg).toMatch(/Sawtooth/);
  const file = await saved(page, maker.getByRole("button", { name: "Save as SVG" }).click());
  expect(file.bytes.toString()).toBe((await svg()).replace("data:image/svg+xml;charset=utf-8,", ""));

  // The URL shows only the plot.
  await page.goto("about:blank");
  await page.goto(only);
  await painted(page);
  expect(await page.locator(".plot:visible").count()).toBe(1);
  // In a frame of the offered size, the plot is as high as the frame.
  await page.setViewportSize({ width: 640, height: 320 });
  await expect
    .poll(async () => (await page.locator(".plot:visible").boundingBox())?.height)
    .toBeGreaterThan(290);
  expect(await page.locator(".rail, .head, .transport, .side").locator("visible=true").count()).toBe(0);
  // A control that is collapsed on the bench is visible in the frame if the frame offers it for use.
  await page.goto("about:blank");
  await page.goto(only.replace("=head,rail,", "=head,").replace(/touch=$/, "touch=reno-slow-start"));
  await page.getByRole("combobox", { name: "Slow start" }).waitFor();
});
