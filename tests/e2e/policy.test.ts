/**
 * Tests the page's content security policy in a browser: injected content does not run, and the page works. Also
 * tests the headers that docs/robustness.md recommends: the page works with them, and no other site can embed it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { browserName, openPage, painted } from "./browser.ts";
import { go } from "./page-state.ts";
import { serveFolder } from "./static-server.ts";

const root = resolve(import.meta.dirname, "../..");
const dist = resolve(root, "dist");

interface Refused {
  readonly name: string;
  /** Error that the attempt caused; null if the attempt was not refused. */
  readonly error: string | null;
}

/** Runs in the page. Tries each way in which a text can become markup or a program. */
async function slipIn(): Promise<Refused[]> {
  // The browser allows eval while code of the test itself runs. The timer leaves this state.
  await new Promise((later) => setTimeout(later));
  const body = document.body;
  const mark = () => document.documentElement.setAttribute("data-slipped", "");
  (window as { slipped?: () => void }).slipped = mark;
  const inline = (text: string) => {
    const script = document.createElement("script");
    script.append(text);
    body.append(script);
  };
  const ways: Record<string, () => unknown> = {
    eval: () => Reflect.get(window, ["ev", "al"].join(""))("slipped()"),
    Function: () => new Function("slipped()")(),
    setTimeout: () => setTimeout("slipped()" as unknown as () => void),
    innerHTML: () => {
      body.appendChild(document.createElement("p")).innerHTML = "<img src=x onerror=slipped()>";
    },
    "document.write": () => document.write("<p>"),
    "script of a text": () => inline("slipped()"),
    "script from elsewhere": () => {
      document.createElement("script").src = "https://elsewhere.example/a.js";
    },
    handler: () => body.setAttribute("onclick", "slipped()"),
    worker: () => new Worker("data:text/javascript,0"),
    policy: () =>
      (
        window as { trustedTypes?: { createPolicy(name: string, rules: object): void } }
      ).trustedTypes?.createPolicy("mine", {}),
  };
  return Object.entries(ways).map(([name, way]) => {
    try {
      way();
      return { name, error: null };
    } catch (error) {
      return { name, error: error instanceof Error ? error.name : String(error) };
    }
  });
}

test("injected code does not run in the page, and the page still works", async () => {
  const page = await openPage({ expected: /Content Security Policy|Trusted|policy: |trusted-types/ });
  const { count } = await painted(page);
  const refused = await page.evaluate(slipIn);
  // A browser removes the text of a script instead of throwing an error. All other attempts throw.
  const silent = refused.filter(({ error }) => error === null).map(({ name }) => name);
  expect(silent).toEqual(["script of a text"]);
  await page.click("body", { position: { x: 1, y: 1 } });
  await go(page, "v=2&cc=cubic&duration=10s");
  expect((await painted(page, count)).url).toMatch(/cc=cubic/);
  expect(await page.evaluate(() => document.documentElement.hasAttribute("data-slipped"))).toBe(false);
});

test("no built page allows unsafe sources, and each states its policy", () => {
  // The example pages represent other people's sites and have no policy.
  const pages = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".html") && !name.startsWith("examples"),
  );
  expect(pages).toContain("sawtooth.html");
  const policyOf = (name: string) =>
    /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(
      readFileSync(join(dist, name), "utf8"),
    )?.[1] ?? "";
  expect(pages.filter((name) => !/^default-src 'none'/.test(policyOf(name)))).toEqual([]);
  // Custom programs only need permission to compile WebAssembly. The policy never allows text to become a program.
  const allowed = (name: string) => policyOf(name).replace(" 'wasm-unsafe-eval'", "");
  expect(pages.filter((name) => allowed(name).includes("unsafe"))).toEqual([]);
  const programs = pages.filter((name) => policyOf(name).includes("script-src"));
  const typed = "require-trusted-types-for 'script'; trusted-types sawtooth";
  expect(programs.filter((name) => !policyOf(name).endsWith(typed))).toEqual([]);
});

/** Returns the headers of the document's example for one server, by name. */
function shownHeaders(server: "nginx" | "apache"): Record<string, string> {
  const text = readFileSync(join(root, "docs/robustness.md"), "utf8");
  const block = new RegExp(`\`\`\`${server}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? "";
  const lines = block.matchAll(/(?:add_header|Header always set) ([A-Za-z-]+) "([^"]*)"/g);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}

/** Waits until a frame is refused. Chromium reports the refusal in the console, Firefox by cancelling the request. */
function frameRefused(page: Page): Promise<unknown> {
  if (browserName === "chromium")
    return page.waitForEvent("console", (message) => /frame-ancestors/.test(message.text()));
  return page.waitForEvent("requestfailed", (request) =>
    /FRAME_ANCESTOR/.test(request.failure()?.errorText ?? ""),
  );
}

test("the page works with the recommended headers, and no other site may frame it", async () => {
  const headers = shownHeaders("nginx");
  expect(Object.keys(headers)).toContain("Content-Security-Policy");
  expect(shownHeaders("apache")).toEqual(headers);
  const server = await serveFolder(dist, { headers });
  try {
    const page = await openPage({
      url: server.url,
      expected: /frame-ancestors|policy: |request to elsewhere/,
    });
    expect((await painted(page)).done).toBe(true);
    // An example of the built page on another port, which makes it a page of another origin.
    const stranger = `${inject("pageUrl")}examples/embed.html?app=${server.url}`;
    await Promise.all([frameRefused(page), page.goto(stranger)]);
    const frame = await page.locator("iframe").first().elementHandle();
    const inside = await frame?.contentFrame();
    expect(await inside?.locator("#root").count()).toBe(0);
  } finally {
    await server.close();
  }
});
