import { describe, expect, test } from "vitest";
import { applySettings, scenarioFromUrl, scenarioToUrl } from "../../../src/engine/index.ts";

const messages = (fragment: string) => scenarioFromUrl(fragment).problems.map((problem) => problem.message);
const canonical = (fragment: string) =>
  scenarioToUrl(scenarioFromUrl(/^#?v=/.test(fragment) ? fragment : `v=2&${fragment}`).scenario);
const links = (fragment: string) => scenarioFromUrl(fragment).scenario.path.links;

describe("settings of a topology's links", () => {
  test("only values that differ from the topology's are stored", () => {
    const text = "v=2&path=parking-lot&link=id=hop2,capacity=5Mbps,loss=0.01";
    expect(links(text)).toEqual([
      { id: "hop2", from: "", to: "", params: { capacity: 5, loss: 0.01 }, queue: null },
    ]);
    expect(canonical(text)).toBe(text);
  });

  test("settings are in the order of the links, and a link without values is omitted", () => {
    expect(canonical("v=2&path=parking-lot&link=id=hop3,loss=0.1&link=id=hop2&link=id=hop1,jitter=2ms")).toBe(
      "v=2&path=parking-lot&link=id=hop1,jitter=2ms&link=id=hop3,loss=0.1",
    );
  });

  test("a link's own queue is a discipline with its defaults, or the scenario's discipline with other values", () => {
    const named = "v=2&target=20ms&link=id=bottleneck,aqm=codel,limit=50p";
    expect(links(named)[0].queue).toMatchObject({ aqm: "codel", params: { limit: "50p", target: 5 } });
    expect(canonical(named)).toBe(named);
    expect(links("target=20ms&link=id=bottleneck,limit=50p")[0].queue).toMatchObject({
      aqm: "codel",
      params: { limit: "50p", target: 20 },
    });
  });

  test("every invalid part is reported", () => {
    expect(messages("path=dc-wan&link=id=wan,capacity=0,colour=red,from=x,aqm=pi,target=5ms")).toEqual([
      'Link wan: nothing is called "colour"; it was left out.',
      "Link wan: Capacity must be 0.05 to 10000 Mbps, got 0; 0.05 Mbps is used.",
      'Link wan: "from" is not a setting of dc-wan; it was left out.',
      'Link wan: "target" is not a setting of pi; it was left out.',
    ]);
    expect(messages("link=id=wan,loss=0.1")).toEqual(["Link must be bottleneck, got wan; it was left out."]);
    expect(messages("link=loss=0.1")).toEqual(["Link must be bottleneck, got nothing; it was left out."]);
    expect(messages("link=id=bottleneck,loss=0.1&link=id=bottleneck,loss=0.2")).toEqual([
      "Link 2: Name must be a name that no other link has, got bottleneck; it was left out.",
    ]);
  });
});

describe("links of a custom path", () => {
  test("a name that cannot be in a link becomes a valid one", () => {
    const text = "path=custom&link=id=my link,from=a b,to=c";
    expect(links(text)).toMatchObject([{ id: "my-link", from: "a-b", to: "c" }]);
    expect(messages(text)).toEqual([
      'Link 1: Name must be letters, digits, "-" and "_", at most 24, got my link; my-link is used.',
      'Link my-link: From must be letters, digits, "-" and "_", at most 24, got a b; a-b is used.',
    ]);
  });

  test("a link that ends where it starts gets another end node", () => {
    expect(messages("path=custom&link=id=x,from=a,to=a")).toEqual([
      "Link x: To must be a node other than its start node, got a; n1 is used.",
    ]);
  });

  test("at most 32 links are allowed", () => {
    const many = Array.from({ length: 33 }, (_, i) => `link=id=l${i}`).join("&");
    expect(links(`path=custom&${many}`)).toHaveLength(32);
    expect(messages(`path=custom&${many}`)).toEqual([
      "Links must be at most 32, got 33; the first 32 are used.",
    ]);
  });

  test("links given for an existing path change its links", () => {
    const base = scenarioFromUrl("v=2&path=custom&link=id=a,capacity=5Mbps&link=id=b,loss=0.1").scenario;
    expect(scenarioToUrl(base)).toBe(
      "v=2&path=custom&link=id=a,from=n1,to=n2,capacity=5Mbps&link=id=b,from=n2,to=n3,loss=0.1&path-route=id=forward,label=Forward,forward=a+b",
    );
  });
});

const LINKS = "path=custom&link=id=a,from=x,to=y&link=id=b,from=y,to=z&link=id=c,from=z,to=x";
const read = (routes: string) => scenarioFromUrl(`${LINKS}&${routes}`);
const routeMessages = (routes: string) => read(routes).problems.map((problem) => problem.message);
const routesOf = (routes: string) => read(routes).scenario.path.routes;

describe("errors of a route are reported", () => {
  test("links that do not exist, are not connected, or occur twice end the route", () => {
    expect(routeMessages("path-route=id=r,forward=q")).toEqual([
      "Route r: Forward must be links of the path, each starting where the previous link ends, got q; it was left out.",
    ]);
    expect(routeMessages("path-route=id=r,forward=a+c")).toEqual([
      "Route r: Forward must be links of the path, each starting where the previous link ends, got a+c; a is used.",
    ]);
    expect(routesOf("path-route=id=r,forward=a+b+c+a")).toMatchObject([{ forward: ["a", "b", "c"] }]);
  });

  test("the reverse path leads from the route's end to its start", () => {
    expect(routesOf("path-route=id=r,forward=a+b,back=c")).toMatchObject([{ back: ["c"] }]);
    expect(routeMessages("path-route=id=r,forward=a,back=c")).toEqual([
      "Route r: Back must be links of the path, each starting where the previous link ends, from y to x, got c; an ideal way is used.",
    ]);
  });

  test("names are unique among routes", () => {
    expect(routeMessages("path-route=id=r,forward=a&path-route=id=r,forward=b")).toEqual([
      "Route 2: Name must be a name that no other route has, got r; it was left out.",
    ]);
    expect(routesOf("path-route=forward=a&path-route=forward=b").map(({ id }) => id)).toEqual([
      "route1",
      "route2",
    ]);
  });

  test("only a custom path has its own routes", () => {
    const { problems } = scenarioFromUrl("path=gfc-2&path-route=id=x,forward=R1-R2");
    expect(problems.map(({ message }) => message)).toEqual([
      "Only a custom path has routes of its own; it was left out.",
    ]);
  });

  test("at most 64 routes are allowed", () => {
    const many = Array.from({ length: 65 }, (_, i) => `path-route=id=r${i},forward=a`).join("&");
    expect(routesOf(many)).toHaveLength(64);
    expect(routeMessages(many)).toEqual(["Routes must be at most 64, got 65; the first 64 are used."]);
  });
});

describe("labels are free text", () => {
  const label = (text: string) =>
    routesOf(`path-route=id=r,forward=a,label=${encodeURIComponent(text)}`)[0].label;

  test("may contain characters that have a meaning in links, lists and shells", () => {
    const text = "Über A, B & C #1 = 5 % \"x\" $y `z` 'q'";
    const encoded = encodeURIComponent(encodeURIComponent(text));
    const { scenario, problems } = read(`path-route=id=r,forward=a,label=${encoded}`);
    expect(problems).toEqual([]);
    expect(scenario.path.routes[0].label).toBe(text);
    const url = scenarioToUrl(scenario);
    expect(url).not.toMatch(/[\s"'$`#]/);
    expect(scenarioFromUrl(url).scenario).toEqual(scenario);
  });

  test("must not contain control characters, and have a limited length", () => {
    expect(label("a\u0000b\nc")).toBe("abc");
    expect(label("")).toBe("r");
    expect(label("x".repeat(50))).toBe("x".repeat(40));
  });
});

test("routes given for an existing path change the route of the same name, or are added at the end", () => {
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
