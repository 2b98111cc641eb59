import { expect, test } from "vitest";
import { fetchInIdleTime } from "../../../src/ui/app/fetch-in-idle-time.ts";
import { later, miss, NotLoaded, tryAgain } from "../../../src/ui/shared/on-demand.ts";

/** All that has been promised by now has come about. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a program is fetched once, and is there from then on", async () => {
  let fetches = 0;
  const program = later(async () => ++fetches);
  expect(program.now).toBeNull();
  expect(await Promise.all([program.fetch(), program.fetch()])).toEqual([1, 1]);
  expect(program.now).toBe(1);
  expect(await program.fetch()).toBe(1);
});

/** Of a network that fails until it is told to answer; and a clock. */
function shaky() {
  const world = { nowMs: 0, fetches: 0, answers: false };
  const program = later(
    async () => {
      world.fetches += 1;
      if (!world.answers) throw new Error("no network");
      return "here";
    },
    () => world.nowMs,
  );
  return { world, program };
}

test("a failure stands: whoever asks again and again is told the same, and nothing is fetched", async () => {
  const { world, program } = shaky();
  const failure = program.fetch();
  await expect(failure).rejects.toBeInstanceOf(NotLoaded);
  for (let i = 0; i < 1000; i++) expect(program.fetch()).toBe(failure);
  expect([world.fetches, program.now]).toEqual([1, null]);
});

test("it is fetched anew after a pause, which doubles up to a minute, and is here when the network answers", async () => {
  const { world, program } = shaky();
  const pauses: number[] = [];
  for (let failedMs = 0; pauses.length < 8; failedMs = world.nowMs) {
    await expect(program.fetch()).rejects.toThrow("could not be loaded");
    const { fetches } = world;
    while (world.fetches === fetches) {
      world.nowMs += 500;
      program.fetch().catch(() => undefined);
      await settled();
    }
    pauses.push((world.nowMs - failedMs) / 1000);
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  world.answers = true;
  world.nowMs += 60_000;
  expect(await program.fetch()).toBe("here");
  expect(await program.here).toBe("here");
});

test("when everything is asked for again, what is missed is fetched at once, and what nobody missed when it is wanted", async () => {
  const [missed, other] = [shaky(), shaky()];
  await missed.program.fetch().catch(miss);
  await other.program.fetch().catch(() => undefined);
  for (const { world } of [missed, other]) world.answers = true;
  tryAgain();
  expect(await missed.program.here).toBe("here");
  expect([missed.world.fetches, other.world.fetches]).toEqual([2, 1]);
  expect(await other.program.fetch()).toBe("here");
});

test("in idle time one comes after the other; one that fails holds up none, and comes when the network is back", async () => {
  const order: string[] = [];
  let back = false;
  const fetchOf = (name: string) => async () => {
    order.push(`${name} begins`);
    await Promise.resolve();
    if (name === "b" && !back) throw new Error("no network");
    order.push(`${name} ends`);
  };
  const network = async () => {
    order.push("no network");
    back = true;
  };
  await fetchInIdleTime(["a", "b", "c"].map(fetchOf), network);
  const first = ["a begins", "a ends", "b begins", "c begins", "c ends"];
  expect(order).toEqual([...first, "no network", "b begins", "b ends"]);
});
