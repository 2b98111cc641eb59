import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { answerCalls, callsTo } from "../../src/workers/calls.ts";

const api = {
  sum: (a: number, b: number) => a + b,
  later: (value: string, ms: number) =>
    new Promise<string>((resolve) => setTimeout(() => resolve(value), ms)),
  fail(): number {
    throw new Error("nothing to count");
  },
  greet: (port: MessagePort) => port.postMessage("hello"),
};

let channel: MessageChannel;

beforeEach(() => {
  channel = new MessageChannel();
  answerCalls(api, channel.port2);
});

afterEach(() => channel.port1.close());

function remote() {
  return callsTo<typeof api>(channel.port1);
}

describe("calls across a boundary", () => {
  test("come back with the result", async () => {
    expect(await remote().sum(2, 3)).toBe(5);
  });

  test("are told apart when the later one is answered first", async () => {
    const { later } = remote();
    expect(await Promise.all([later("slow", 20), later("quick", 0)])).toEqual(["slow", "quick"]);
  });

  test("hand over typed arrays instead of copying them", async () => {
    const values = Float64Array.of(1, 2);
    const { port1, port2 } = new MessageChannel();
    answerCalls({ given: () => ({ values }) }, port2);
    expect(await callsTo<{ given(): { values: Float64Array } }>(port1).given()).toEqual({
      values: Float64Array.of(1, 2),
    });
    expect(values.length).toBe(0);
    port1.close();
  });

  test("fail with what the function threw", async () => {
    await expect(remote().fail()).rejects.toThrow("nothing to count");
  });

  test("fail at once when an argument cannot cross", async () => {
    const uncloneable = { toString: () => "" } as unknown as number;
    await expect(remote().sum(uncloneable, 1)).rejects.toThrow();
  });

  test("hand over ports", async () => {
    const answers = new MessageChannel();
    const heard = new Promise((resolve) => {
      answers.port1.onmessage = (event) => resolve(event.data);
    });
    await remote().greet(answers.port2);
    expect(await heard).toBe("hello");
    answers.port1.close();
  });
});
