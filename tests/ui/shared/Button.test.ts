import { expect, it } from "vitest";
import { disabledBecause } from "../../../src/ui/shared/Button.tsx";

it("keeps a disabled control focusable with its reason, and says nothing about an enabled one", () => {
  expect(disabledBecause("Nothing to undo")).toEqual({ "aria-disabled": true, title: "Nothing to undo" });
  expect(disabledBecause(null)).toEqual({});
});
