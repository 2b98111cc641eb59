import { expect, test } from "vitest";
import { releaseAddress, releasesIn, resultChanges, wayToNewest } from "../../../src/ui/shared/releases.ts";

test("the newest page is two folders above a kept release", () => {
  for (const path of ["/", "/sawtooth/", "/sawtooth/index.html", "/v/", "/sawtooth/v/list.html"])
    expect(wayToNewest(path), path).toBe("./");
  for (const path of ["/v/0.6.0/", "/sawtooth/v/0.6.0/", "/sawtooth/v/0.6.0/index.html"])
    expect(wayToNewest(path), path).toBe("../../");
  expect(releaseAddress("0.6.0", "v=2", "/sawtooth/")).toBe("./v/0.6.0/#v=2");
  expect(releaseAddress("0.6.0", "v=2", "/sawtooth/v/0.7.0/")).toBe("../../v/0.6.0/#v=2");
});

test("the list of releases has only versions, which cannot lead out of their folder", () => {
  expect(releasesIn('["0.7.0","..","../x","0.6","1.0.0-rc","javascript:1",5,null,"0.6.0"]')).toEqual([
    "0.7.0",
    "0.6.0",
  ]);
  expect(releasesIn('{"length":1}')).toEqual([]);
});

const LOG = `# Change log

## Unreleased

- A new plot.

### Results

- \`cc=cubic\` counts as
  Linux does ([how](docs/model.md)).
- PIE is later.

### Else

- nothing

## 0.7.0

### Results

- RED

## 0.6.0

### Results

- before
`;

test("changes of results since a release are listed under Results of the later versions, as plain text", () => {
  expect(resultChanges(LOG, "0.6.0")).toEqual([
    "cc=cubic counts as Linux does (how).",
    "PIE is later.",
    "RED",
  ]);
  expect(resultChanges(LOG, "0.7.0")).toHaveLength(2);
  // Versions that are missing in the change log: one older than all versions in it, and newer ones.
  expect(resultChanges(LOG, "0.1.0")).toHaveLength(4);
  expect(resultChanges(LOG, "0.10.0")).toEqual([]);
  expect(resultChanges(LOG, "9999.0.0")).toEqual([]);
});
