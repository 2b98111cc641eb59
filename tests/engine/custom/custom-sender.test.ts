import { beforeAll, describe, expect, test } from "vitest";
import { customRun, ready, senderWith } from "./custom-runs.ts";

beforeAll(ready);

const HEAD = "// @phase probing Looks for more\n// @phase holding\n";
const SETTINGS = "cc=own&duration=10s&aqm=codel";

describe("the phases of a custom sender", () => {
  test("are those that it enters, except during a reduction or a recovery", () => {
    const code = senderWith(
      `${HEAD}function onMark(tcp) { tcp.cwnd /= 2; enterPhase("holding") }
let acks = 0
function onSample(tcp) { if (++acks % 500 === 0) enterPhase("probing") }`,
    );
    const { flows, programs } = customRun(code, SETTINGS);
    expect(programs[0].stopped).toBeNull();
    const { phases, phase } = flows[0].phases;
    const names = Array.from(phase, (index) => phases[index].label);
    expect(names[0]).toBe("slow start");
    expect(new Set(names)).toEqual(new Set(["slow start", "reduction for a mark", "holding", "probing"]));
    for (const [i, name] of names.entries())
      if (name === "holding") expect(["reduction for a mark", "slow start"]).toContain(names[i - 1]);
  });

  test("must be declared: an unknown name stops the program with an error message", () => {
    const code = senderWith(`${HEAD}function onMark(tcp) { tcp.cwnd /= 2; enterPhase("waiting") }`);
    const [{ stopped }] = customRun(code, SETTINGS).programs;
    expect(stopped?.message).toContain("There is no phase waiting: declared are probing, holding");
  });
});

test("connections that are over leave no memory behind, and each new one begins with fresh variables", () => {
  const code = senderWith(`const kept = new Array(3000).fill(0.5)
let acks = 0
function onSample(tcp) { if (acks++ === 0) log(kept.length) }`);
  const transfers = "traffic=poisson&arrival-rate=100&transfer-size=1500B";
  const [{ stopped, lines, leftOut }] = customRun(code, `cc=own&duration=10s&${transfers}`).programs;
  expect(stopped).toBeNull();
  expect(lines.length + leftOut).toBeGreaterThan(900);
});
