import { expect, test } from "vitest";
import { fetchInIdleTime } from "../../src/ui/fetch-in-idle-time.ts";
import { later } from "../../src/ui/on-demand.ts";

test("a program is fetched once, and is there from then on", async () => {
  let fetches = 0;
  const program = later(async () => ++fetches);
  expect(program.now).toBeNull();
  expect(await Promise.all([program.fetch(), program.fetch()])).toEqual([1, 1]);
  expect(program.now).toBe(1);
  expect(await program.fetch()).toBe(1);
});

test("what failed is tried anew when it is wanted again", async () => {
  let network = false;
  const program = later(async () => {
    if (!network) throw new Error("no network");
    return "here";
  });
  await expect(program.fetch()).rejects.toThrow("no network");
  expect(program.now).toBeNull();
  network = true;
  expect(await program.fetch()).toBe("here");
});

test("in idle time one comes after the other, and one that fails holds up none", async () => {
  const order: string[] = [];
  const fetchOf = (name: string) => async () => {
    order.push(`${name} begins`);
    await Promise.resolve();
    if (name === "b") throw new Error("no network");
    order.push(`${name} ends`);
  };
  await fetchInIdleTime(["a", "b", "c"].map(fetchOf));
  expect(order).toEqual(["a begins", "a ends", "b begins", "c begins", "c ends"]);
});
