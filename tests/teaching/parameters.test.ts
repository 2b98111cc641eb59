import { expect, test } from "vitest";
import { defaultScenario } from "../../src/engine/index.ts";
import { parameterNamed, parameterNames, parameterWords } from "../../src/teaching/parameters.ts";

test("parameters are found by name, wherever they sit", () => {
  const base = defaultScenario();
  for (const id of [
    "aqm",
    "cc",
    "beta-ecn",
    "rtt",
    "capacity",
    "target",
    "seed",
    "sack",
    "kp",
    "red-min",
    "delay",
  ])
    if (parameterNames(base).includes(id)) expect(parameterNamed(id, base)?.id).toBe(id);
  expect(["aqm", "cc", "beta-ecn", "seed", "sack"].map((id) => parameterNamed(id, base)?.id)).not.toContain(
    undefined,
  );
  expect(parameterNamed("nothing", base)).toBeNull();
  expect(parameterNamed("aqm", base)).toMatchObject({ kind: "enum", label: "Queue" });
  const beta = parameterNamed("beta-ecn", base);
  expect(beta && parameterWords(beta)).toBe("β_ecn");
});
