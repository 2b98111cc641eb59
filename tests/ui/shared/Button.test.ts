import { expect, it } from "vitest";
import { disabledBecause } from "../../../src/ui/shared/Button.tsx";

it("keeps what cannot be used in reach, with its reason, and says nothing of what can", () => {
  expect(disabledBecause("Nothing to undo")).toEqual({ "aria-disabled": true, title: "Nothing to undo" });
  expect(disabledBecause(null)).toEqual({});
});
