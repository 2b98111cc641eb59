import { afterEach, expect, test, vi } from "vitest";
import { leaveFullScreen, toggleFullScreen } from "../../../src/ui/shared/full-screen.ts";

afterEach(() => vi.unstubAllGlobals());

const refuse = () => Promise.reject(new TypeError("fullscreen error"));

/** Returns a document that allows full screen or not. `requestFullscreen` is absent on some phones. */
function documentWith(enabled: boolean | undefined, requestFullscreen?: () => Promise<void>) {
  const page = { fullscreenEnabled: enabled, fullscreenElement: null as object | null, exits: 0 };
  const more = {
    documentElement: { requestFullscreen },
    exitFullscreen: () => {
      page.exits++;
      return refuse();
    },
  };
  const made = Object.assign(page, more);
  vi.stubGlobal("document", made);
  return made;
}

test.each([
  ["is allowed nowhere", false, refuse],
  ["is not there", undefined, undefined],
  ["is promised and not there", true, undefined],
  ["is refused", true, refuse],
])("full screen that %s is reported with an alternative", async (_, enabled, request) => {
  documentWith(enabled, request);
  expect(await toggleFullScreen()).toMatch(/Press F11/);
});

test("nothing is reported if it is granted; leaving it has no error", async () => {
  const page = documentWith(true, async () => undefined);
  expect(await toggleFullScreen()).toBeNull();
  leaveFullScreen();
  expect(page.exits).toBe(0);
  page.fullscreenElement = {};
  leaveFullScreen();
  expect([await toggleFullScreen(), page.exits]).toEqual([expect.stringMatching(/F11/), 2]);
});
