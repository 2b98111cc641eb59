/**
 * Tests the first half of the screens. The second half and the dialogs are in more-screens.test.ts, so that two cores
 * share the work.
 */
import { test } from "vitest";
import { expectOneWay, HALF, SCREENS } from "./screens.ts";

test.each(SCREENS.slice(0, HALF))("$name", expectOneWay);
