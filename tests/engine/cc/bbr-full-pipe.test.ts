import { describe, expect, test } from "vitest";
import { FullPipe } from "../../../src/engine/cc/bbr-full-pipe.ts";

describe("the pipe is full (draft-ietf-ccwg-bbr-05 §5.3.1.2)", () => {
  test("after three rounds without a quarter more, and not before", () => {
    const pipe = new FullPipe();
    for (const rate of [100, 200, 400, 499, 499]) pipe.take(rate, true);
    expect(pipe.reached).toBe(false);
    pipe.take(499, true);
    expect([pipe.reached, pipe.isFull]).toEqual([true, true]);
  });

  test("growth by a quarter, over however many rounds, starts the count anew", () => {
    const pipe = new FullPipe();
    for (const rate of [100, 110, 120, 125, 125, 125]) pipe.take(rate, true);
    expect(pipe.reached).toBe(false);
    pipe.take(130, true);
    expect(pipe.reached).toBe(true);
  });

  test("samples within a round can show growth, but do not count as rounds", () => {
    const pipe = new FullPipe();
    pipe.take(100, true);
    for (let i = 0; i < 50; i++) pipe.take(100, false);
    expect(pipe.isFull).toBe(false);
    pipe.take(130, false);
    for (let i = 0; i < 3; i++) pipe.take(130, true);
    expect(pipe.isFull).toBe(true);
  });

  test("a restart looks for growth anew and does not take back that it was reached", () => {
    const pipe = new FullPipe();
    for (let i = 0; i < 4; i++) pipe.take(100, true);
    pipe.restart(100);
    expect([pipe.reached, pipe.isFull]).toEqual([true, false]);
    for (let i = 0; i < 3; i++) pipe.take(100, true);
    expect(pipe.isFull).toBe(true);
  });
});
