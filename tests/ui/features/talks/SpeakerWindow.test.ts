import { expect, test } from "vitest";
import { elapsedText } from "../../../../src/ui/features/talks/SpeakerWindow.tsx";

test("the elapsed time of a talk", () => {
  expect([elapsedText(-1), elapsedText(65_400), elapsedText(3_600_000)]).toEqual(["0:00", "1:05", "60:00"]);
});
