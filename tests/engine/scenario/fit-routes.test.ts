import { describe, expect, test } from "vitest";
import { applySettings, scenarioFromUrl, scenarioToUrl } from "../../../src/engine/index.ts";

const LINKS = "path=custom&link=id=a,from=x,to=y&link=id=b,from=y,to=z&link=id=c,from=z,to=x";
const read = (routes: string) => scenarioFromUrl(`${LINKS}&${routes}`);
const messages = (routes: string) => read(routes).problems.map((problem) => problem.message);
const routesOf = (routes: string) => read(routes).scenario.path.routes;

describe("what is wrong with a route is named", () => {
  test("links that are not there, do not follow one another, or come twice end it", () => {
    expect(messages("path-route=id=r,forward=q")).toEqual([
      "Route r: Forward must be links of the path, one where the other ends, got q; it was left out.",
    ]);
    expect(messages("path-route=id=r,forward=a+c")).toEqual([
      "Route r: Forward must be links of the path, one where the other ends, got a+c; a is used.",
    ]);
    expect(routesOf("path-route=id=r,forward=a+b+c+a")).toMatchObject([{ forward: ["a", "b", "c"] }]);
  });

  test("the way back leads from the route's end to its beginning", () => {
    expect(routesOf("path-route=id=r,forward=a+b,back=c")).toMatchObject([{ back: ["c"] }]);
    expect(messages("path-route=id=r,forward=a,back=c")).toEqual([
      "Route r: Back must be links of the path, one where the other ends, from y to x, got c; an ideal way is used.",
    ]);
  });

  test("names are the routes' own", () => {
    expect(messages("path-route=id=r,forward=a&path-route=id=r,forward=b")).toEqual([
      "Route 2: Name must be one that no other route has, got r; it was left out.",
    ]);
    expect(routesOf("path-route=forward=a&path-route=forward=b").map(({ id }) => id)).toEqual([
      "route1",
      "route2",
    ]);
  });

  test("only a path of one's own has routes of its own", () => {
    const { problems } = scenarioFromUrl("path=gfc-2&path-route=id=x,forward=R1-R2");
    expect(problems.map(({ message }) => message)).toEqual([
      "Only a custom path has routes of its own; it was left out.",
    ]);
  });

  test("no more than 64", () => {
    const many = Array.from({ length: 65 }, (_, i) => `path-route=id=r${i},forward=a`).join("&");
    expect(routesOf(many)).toHaveLength(64);
    expect(messages(many)).toEqual(["Routes must be at most 64, got 65; the first 64 is used."]);
  });
});

describe("labels are free text", () => {
  const label = (text: string) =>
    routesOf(`path-route=id=r,forward=a,label=${encodeURIComponent(text)}`)[0].label;

  test("with signs that links, lists and shells use otherwise", () => {
    const text = "Über A, B & C #1 = 5 % \"x\" $y `z` 'q'";
    const encoded = encodeURIComponent(encodeURIComponent(text));
    const { scenario, problems } = read(`path-route=id=r,forward=a,label=${encoded}`);
    expect(problems).toEqual([]);
    expect(scenario.path.routes[0].label).toBe(text);
    const url = scenarioToUrl(scenario);
    expect(url).not.toMatch(/[\s"'$`#]/);
    expect(scenarioFromUrl(url).scenario).toEqual(scenario);
  });

  test("without control characters, and not too long", () => {
    expect(label("a\u0000b\nc")).toBe("abc");
    expect(label("")).toBe("r");
    expect(label("x".repeat(50))).toBe("x".repeat(40));
  });
});

test("over a path that is there: one of the same name changes, others come at the end, the rest stays", () => {
  const base = read("path-route=id=r,forward=a&path-route=id=s,forward=b").scenario;
  const { scenario, problems } = applySettings(base, [
    { key: "path-route", text: "id=r,forward=a+b" },
    { key: "path-route", text: "id=t,forward=c" },
  ]);
  expect(problems).toEqual([]);
  expect(scenario.path.routes.map(({ id, forward }) => [id, forward])).toEqual([
    ["r", ["a", "b"]],
    ["s", ["b"]],
    ["t", ["c"]],
  ]);
});
