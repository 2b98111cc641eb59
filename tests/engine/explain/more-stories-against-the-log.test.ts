/** The second half of stories-against-the-log.test.ts. */
import { test } from "vitest";
import { MANY } from "../../effort.ts";
import { expectTrueStories, PARTS } from "./checked-stories.ts";

test.each(Array.from({ length: PARTS / 2 }, (_, i) => PARTS / 2 + i + 1))("part %s", MANY, expectTrueStories);
