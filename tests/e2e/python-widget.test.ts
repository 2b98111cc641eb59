/** Tests the widget of the Python package in a page that loads it as anywidget does, with a model like a notebook's. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { widgetModule } from "../../scripts/build-python.ts";
import { sim } from "../cli/command-line.ts";
import { openPage } from "./browser.ts";
import { enter } from "./page-state.ts";
import { type StaticServer, serveFolder } from "./static-server.ts";

const folder = mkdtempSync(join(tmpdir(), "sawtooth-widget-"));
let server: StaticServer;
/** Serves the notebook in a page without an origin, as some notebooks show outputs. */
let sandbox: StaticServer;

beforeAll(async () => {
  const page = readFileSync(resolve(import.meta.dirname, "../../dist/sawtooth.html"));
  writeFileSync(join(folder, "widget.js"), widgetModule(page));
  writeFileSync(
    join(folder, "index.html"),
    '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>A notebook</title><div></div><script type="module">import widget from "./widget.js"; window.widget = widget;</script></html>',
  );
  server = await serveFolder(folder);
  sandbox = await serveFolder(folder, { headers: { "content-security-policy": "sandbox allow-scripts" } });
});

afterAll(async () => {
  await server.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

type Values = Record<string, unknown>;

interface Notebook {
  /** Values that were saved: what Python knows. */
  saved: Values;
  /** Changes a value as Python does. */
  change(name: string, value: unknown): void;
  close(): void;
}

const notebookOf = (page: Page) =>
  page.evaluateHandle(() => (window as unknown as { notebook: Notebook }).notebook);

async function openWidget(link: string, options: string, { url }: StaticServer = server): Promise<Page> {
  const page = await openPage({ url });
  await page.waitForFunction(() => "widget" in window);
  await page.evaluate(
    async (values) => {
      const listeners = new Map<string, Set<() => void>>();
      const tell = (name: string) => {
        for (const listener of listeners.get(`change:${name}`) ?? []) listener();
      };
      const notebook: Notebook = {
        saved: structuredClone(values),
        change(name, value) {
          values[name] = value;
          tell(name);
        },
        close() {},
      };
      const model = {
        get: (name: string) => values[name],
        set: (name: string, value: unknown) => notebook.change(name, value),
        save_changes: () => Object.assign(notebook.saved, structuredClone(values)),
        on: (event: string, listener: () => void) =>
          listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
        off: (event: string, listener: () => void) => listeners.get(event)?.delete(listener),
      };
      const { widget } = window as unknown as { widget: { render(at: object): Promise<() => void> } };
      notebook.close = await widget.render({ model, el: document.querySelector("div") });
      Object.assign(window, { notebook });
    },
    {
      ...{ link, _options: options, height: 640, settings: {} },
      ...{ metrics: {}, digest: "", complete: false, error: "" },
    } as Values,
  );
  return page;
}

const saved = async (page: Page): Promise<Values> => (await notebookOf(page)).evaluate(({ saved }) => saved);
const change = async (page: Page, name: string, value: unknown) =>
  (await notebookOf(page)).evaluate(
    (notebook, [key, to]) => notebook.change(key as string, to),
    [name, value],
  );
/** Waits for a whole run with this setting, and returns what Python knows then. */
async function completeWith(page: Page, name: string, value: unknown): Promise<Values> {
  const known = () => saved(page) as Promise<{ settings: Values; complete: boolean }>;
  await expect
    .poll(async () => {
      const { settings, complete } = await known();
      return [settings[name], complete];
    })
    .toEqual([value, true]);
  return known();
}
const digestOf = async (flags: string) => JSON.parse((await sim(`run ${flags} --json`)).out).digest;

test("the widget sends settings and results to Python, accepts changes from Python, and reports refused ones", async () => {
  const page = await openWidget("#v=2&duration=20s", "&embed=1&touch=beta-ecn,rtt");
  const first = await completeWith(page, "beta-ecn", 0.5);
  expect(first).toMatchObject({
    link: "#v=2&duration=20s",
    digest: await digestOf("--duration 20s"),
    settings: { "beta-ecn": 0.5, rtt: "100ms" },
    metrics: { utilisation: { value: expect.any(Number), unit: "%" } },
    error: "",
  });
  const frame = page.frameLocator('iframe[title="Sawtooth"]');
  expect(await frame.locator(".rail .control:visible").count()).toBe(2);

  await enter(frame.getByRole("textbox", { name: /Backoff on a mark/ }), "0.8");
  const moved = await completeWith(page, "beta-ecn", 0.8);
  expect(moved).toMatchObject({
    link: expect.stringMatching(/^#v=2&beta-ecn=0\.8&duration=20s&pin=/),
    digest: await digestOf("--duration 20s --beta-ecn 0.8"),
  });

  await change(page, "settings", { "beta-ecn": 0.8, rtt: 40 });
  expect(await completeWith(page, "rtt", "40ms")).toMatchObject({ error: "" });

  await change(page, "settings", { "beta-ecn": 5, rtt: "40ms" });
  const refusal = "β_ecn must be 0.3 to 0.99, got 5";
  await page.getByRole("status").getByText(refusal).waitFor();
  expect(await completeWith(page, "beta-ecn", 0.8)).toMatchObject({
    error: refusal,
    settings: { "beta-ecn": 0.8, rtt: "40ms" },
  });

  await change(page, "link", "#v=2&cc=cubic&duration=20s&beta-ecn=0.75");
  expect(await completeWith(page, "beta-ecn", 0.75)).toMatchObject({
    link: expect.stringMatching(/^#v=2&cc=cubic&beta-ecn=0\.75&duration=20s$/),
    error: "",
    settings: { "beta-ecn": 0.75, rtt: "100ms" },
  });

  // A notebook that moves the output loads the frame again: the run stays.
  await page.evaluate(() => document.body.append(document.querySelector("div") as HTMLElement));
  await frame.locator(".plot--delay canvas").waitFor();
  expect(await completeWith(page, "beta-ecn", 0.75)).toMatchObject({ digest: expect.any(String) });
  await change(page, "settings", { "beta-ecn": 0.6, rtt: "100ms" });
  await completeWith(page, "beta-ecn", 0.6);

  await change(page, "height", 300);
  expect(await page.locator("iframe").evaluate((one) => one.clientHeight)).toBe(300);
  await (await notebookOf(page)).evaluate((notebook) => notebook.close());
  expect(await page.locator("iframe").count()).toBe(0);
});

test("a notebook without an origin changes the run by links", async () => {
  const page = await openWidget("#v=2&duration=20s", "&embed=1&touch=beta-ecn,ecn", sandbox);
  await completeWith(page, "beta-ecn", 0.5);
  await change(page, "settings", { "beta-ecn": 0.8, ecn: false });
  expect(await completeWith(page, "beta-ecn", 0.8)).toMatchObject({
    digest: await digestOf("--duration 20s --beta-ecn 0.8 --ecn off"),
    settings: { ecn: false },
    error: "",
  });
});
