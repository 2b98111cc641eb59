import { expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";

test("the page opens from a sub-path with a complete run on it, without an error or a request to elsewhere", async () => {
  const page = await openPage({ reducedMotion: "no-preference" });
  expect(await page.title()).toMatch(/Sawtooth/);
  expect((await painted(page)).done).toBe(true);
});
