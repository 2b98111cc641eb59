import { expect, test } from "vitest";
import {
  buildVersion,
  hasDigest,
  originOf,
  originText,
  readOrigin,
  releaseOf,
  versionWords,
} from "../../../src/engine/scenario/run-origin.ts";

const DIGEST = "1a2b3c4d5e6f7081";

test("an origin is a version, the first digits of the digest and figures, and can be read back from its text", () => {
  for (const version of ["0.6.0", "12.0.3", "0.6.0-0123456"]) {
    const origin = originOf(version, DIGEST);
    expect(originText(origin)).toBe(`${version}.1a2b3c4d`);
    expect(readOrigin(originText(origin))).toEqual(origin);
    const withFigures = originOf(version, DIGEST, ["97.2", "12", "1.5e-7", "-"]);
    expect(originText(withFigures)).toBe(`${version}.1a2b3c4d_97.2_12_1.5e-7_-`);
    expect(readOrigin(originText(withFigures))).toEqual(withFigures);
    expect([hasDigest(origin, DIGEST), hasDigest(origin, `0${DIGEST}`)]).toEqual([true, false]);
  }
});

test.each([
  "",
  "0.6.0",
  "0.6.1a2b3c4d",
  "0.6.0.1A2B3C4D",
  "0.6.0.1a2b3c4",
  "<b>.0.0.1a2b3c4d",
  "0.6.0-a/b.1a2b3c4d",
  "0.6.0.1a2b3c4d_x",
  "0.6.0.1a2b3c4d_",
  `0.6.0.1a2b3c4d${"_1".repeat(9)}`,
])("%j is not an origin", (text) => expect(readOrigin(text)).toBeNull());

test("a build between releases is named by its commit, a release and a copy without history by the version", () => {
  expect(buildVersion("0.6.0", "0123456789ab", false)).toBe("0.6.0-0123456");
  expect([buildVersion("0.6.0", "0123456789ab", true), buildVersion("0.6.0", null, false)]).toEqual([
    "0.6.0",
    "0.6.0",
  ]);
  expect(["0.6.0", "0.6.0-0123456"].map(releaseOf)).toEqual(["0.6.0", "0.6.0"]);
  expect(["0.6.0", "0.6.0-0123456"].map(versionWords)).toEqual([
    "Sawtooth 0.6.0",
    "a build of Sawtooth after 0.6.0 (commit 0123456)",
  ]);
});
