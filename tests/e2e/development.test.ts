/** What `npm start` serves: modules one by one, as no bundler has put them together. */
import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";

const root = resolve(import.meta.dirname, "../..");

let server: ChildProcess;
let url: string;

beforeAll(async () => {
  // As a person's shell has it, without what the test runner has put there, and without the window that would be opened.
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

test("in development the page has a run, also by a link that names other algorithms", async () => {
  const page = await openPage({ url });
  const { count } = await painted(page);
  await page.goto(`${url}#v=2&cc=cubic&aqm=pie&duration=10s`);
  expect((await painted(page, count)).url).toMatch(/cc=cubic/);
  expect(await page.locator(".notice--error").count()).toBe(0);
});
