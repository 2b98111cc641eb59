/** What differs over a run and between its flows, as the page shows it: changes in mid-run, round trips, moments in links. */
import { expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";
import { savedBy } from "./downloads.ts";

const CHANGES = "v=2&duration=40s&set=10s:capacity=5Mbps&set=20s:target=12ms&at=30s";

test("changes in mid-run stand on every time plot, and controls say what is in force at the playhead", async () => {
  const page = await openPage({ fragment: CHANGES });
  await painted(page);
  const playhead = page.getByRole("region", { name: "Transport" }).getByText(/of 40 s/);
  expect(await playhead.innerText()).toMatch(/^30\.00 s/);
  for (const name of [/^cwnd/, /^queue delay/, /^throughput/]) {
    const label = page.getByRole("slider", { name }).first();
    await expect
      .poll(() => label.getAttribute("aria-label"))
      .toContain("Changes in mid-run: at 10 s capacity 10 to 5 Mbps; at 20 s target 5 to 12 ms.");
  }
  expect(await page.locator(".chart-labels").getByText("capacity 10 → 5 Mbps").count()).toBeGreaterThan(2);
  const rail = page.getByRole("region", { name: "Controls" });
  await rail.getByText("now 5 Mbps, 10 Mbps at the start").waitFor();
  await rail.getByText("now 12 ms, 5 ms at the start").waitFor();
  const drawing = page.locator(".path-drawing");
  await expect.poll(() => drawing.textContent()).toMatch(/5 Mbps.*CoDel target 12 ms/);
  // Before the changes nothing is said, and the value can be dragged in the picture again.
  await page.getByRole("region", { name: "Transport" }).getByRole("slider").focus();
  await page.keyboard.press("Home");
  await expect.poll(() => rail.getByText(/^now .* at the start/).count()).toBe(0);
  await page.getByRole("slider", { name: "Capacity, in the path's picture" }).waitFor();
});

test("flows of different round trips are named and drawn by them; a preset starts the playhead anew", async () => {
  const page = await openPage({ fragment: "v=2&duration=20s&warmup=2s&at=15s&pin=v%3D2%26duration%3D20s" });
  const first = await painted(page);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  const link = dialog.getByRole("textbox", { name: "Link" });
  expect(await link.inputValue()).not.toContain("at=");
  await dialog.getByRole("checkbox", { name: "with the playhead at 15 s" }).check();
  expect(await link.inputValue()).toMatch(/&at=15s$/);
  const table = dialog.getByRole("button", { name: "All series (CSV)" });
  await expect.poll(() => table.isEnabled()).toBe(true);
  const text = await savedBy(page, table);
  for (const row of [/^CE mark,packets,1,bottleneck,.*,shown$/m, /^figure goodput,Mbps,1,,20,.*,pinned$/m])
    expect(text).toMatch(row);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Presets" }).click();
  await page.getByText("Mixed round trips").first().click();
  await painted(page, first.count);
  const clock = page.getByRole("region", { name: "Transport" }).getByText(/of 100 s/);
  await expect.poll(() => clock.innerText()).toMatch(/^2\d\.\d\d s/);
  for (const name of ["RTT 20 ms", "80 ms", "200 ms"])
    await page.locator(".chart-cwnd .chart-note").getByText(name, { exact: true }).waitFor();
  const names = ["flow 1 (RTT 20 ms)", "flow 2 (RTT 80 ms)", "flow 3 (RTT 200 ms)"];
  for (const name of names) {
    await page.getByRole("region", { name: "Controls" }).getByText(name).waitFor();
    await page.getByRole("table", { name: /flow/ }).getByText(name).first().waitFor();
  }
  const drawing = page.locator(".path-drawing");
  for (const own of ["20 ms", "80 ms", "200 ms"]) await drawing.getByText(own, { exact: true }).waitFor();
  expect(await page.locator(".path-node").count()).toBe(6);
  expect(await page.getByRole("list", { name: "Key of the picture" }).innerText()).toContain(
    "one dash: 1 packet",
  );
  expect(await page.getByRole("slider", { name: /Round-trip time, in the path/ }).count()).toBe(0);
});
