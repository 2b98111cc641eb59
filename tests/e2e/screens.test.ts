/** The first half of the screens. The others and the dialogs are in more-screens.test.ts; two files run on two cores. */
import { test } from "vitest";
import { expectOneWay, HALF, SCREENS } from "./screens.ts";

test.each(SCREENS.slice(0, HALF))("$name", expectOneWay);
