import { expect, test } from "vitest";
import { checked } from "../../src/experiments/claim.ts";

const statement = {
  id: "a",
  text: "It grows.",
  paper: "shape",
  tolerance: "direction",
  cause: "It was upside down.",
};
const judge = (from: number, to: number) => ({ ours: `${from} to ${to}`, holds: to > from });

test("a claim that holds needs no cause", () => {
  expect(checked(statement, [1, 2], judge)).toEqual([
    { id: "a", text: "It grows.", paper: "shape", ours: "1 to 2", holds: true, tolerance: "direction" },
  ]);
});

test("one that does not hold says why", () => {
  expect(checked(statement, [2, 1], judge)[0]).toMatchObject({ holds: false, cause: statement.cause });
  const { cause: _, ...unexplained } = statement;
  expect(checked(unexplained, [2, 1], judge)[0]).not.toHaveProperty("cause");
});

test("without all its numbers there is no claim", () => {
  expect(checked(statement, [1, null], judge)).toEqual([]);
  expect(checked(statement, [], judge)).toEqual([]);
});
