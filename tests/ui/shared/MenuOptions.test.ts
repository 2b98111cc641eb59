import { expect, it } from "vitest";
import { optionGroups } from "../../../src/ui/shared/MenuOptions.tsx";

it("options are grouped, in the order in which the groups first appear", () => {
  const option = (value: string, group?: string) => ({
    value,
    label: value,
    help: "",
    ...(group !== undefined && { group }),
  });
  const groups = optionGroups([option("shared"), option("a", "one"), option("b", "two"), option("c", "one")]);
  expect(groups.map(({ group, options }) => [group, options.map(({ value }) => value)])).toEqual([
    [null, ["shared"]],
    ["one", ["a", "c"]],
    ["two", ["b"]],
  ]);
});
