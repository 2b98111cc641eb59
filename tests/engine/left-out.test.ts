import { expect, test } from "vitest";
import { LEFT_OUT } from "../../src/engine/deviations.ts";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { flowKeys, linkKeys, settingKeys } from "../../src/engine/scenario/names.ts";

const ids = [...settingKeys(undefined), ...flowKeys(undefined), ...linkKeys(undefined)];

test.each(LEFT_OUT.flatMap(({ text, settings }) => settings.map((setting) => [setting, text])))(
  "%s is not a setting, as the list says: %s",
  (setting) => {
    expect(ids.filter((id) => id === setting || id.startsWith(`${setting}-`))).toEqual([]);
    for (const link of [`v=2&${setting}=1`, `v=2&flow=${setting}=1`])
      expect(JSON.stringify(scenarioFromUrl(link).problems)).toContain(setting);
  },
);

test("the settings named in the list exist", () => {
  const named = LEFT_OUT.flatMap(({ text }) => [...text.matchAll(/`([^`]+)`/g)].map(([, id]) => id));
  expect(named).not.toEqual([]);
  for (const id of named) expect(ids).toContain(id);
});
