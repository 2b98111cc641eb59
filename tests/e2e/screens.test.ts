/** The first half of the screens; the others and the dialogs are in more-screens.test.ts. Two files, for two cores. */
import { test } from "vitest";
import { expectOneWay, HALF, SCREENS } from "./screens.ts";

test.each(SCREENS.slice(0, HALF))("$name", expectOneWay);
