import { expect, test } from "vitest";
import { ALLOWED, consentOf } from "../../../../src/ui/features/custom-code/consent.ts";
import { madeDevice, madeTab } from "../../core/made-device.ts";

madeDevice();

test("programs run without a question after a reload; the oldest ask again when there are very many", async () => {
  const consent = consentOf(madeTab());
  const runs = async (packed: string) => {
    const bench = madeTab();
    const ran = new Promise<boolean>((done) => bench.consent.open([packed], () => done(true)));
    return consentOf(bench).held === null ? ran : false;
  };
  expect(await runs("z.1")).toBe(false);
  consent.remember("z.1");
  expect(await runs("z.1")).toBe(true);
  for (let i = 0; i < 6; i++) consent.remember(`z.${i}${"x".repeat(90_000)}`);
  expect(await runs("z.1")).toBe(false);
  expect(madeTab().device.read(ALLOWED)).toHaveLength(5);
});
