import { afterEach, beforeEach, expect, test, vi } from "vitest";

const PAGE = "https://host.example/sawtooth/index.html";

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("document", { baseURI: PAGE });
});

afterEach(() => vi.unstubAllGlobals());

const fresh = () => import("../../src/workers/script-address.ts");

test("a program is loaded from the page's own folder, or from a text in the page", async () => {
  const { checkedAddress } = await fresh();
  for (const address of [
    "https://host.example/sawtooth/assets/a.js",
    "./sw.js",
    "assets/b.js",
    "blob:null/1-2",
  ])
    expect(checkedAddress(address)).toBe(address);
  for (const address of [
    "https://elsewhere.example/sawtooth/a.js",
    "https://host.example/other/a.js",
    "../a.js",
    "assets/../../a.js",
    "data:text/javascript,0",
    "javascript:0",
    "//elsewhere.example/sawtooth/a.js",
  ])
    expect(() => checkedAddress(address)).toThrow(`a program from elsewhere: ${address}`);
});

test("a page in memory, as a notebook shows it, has no folder: only texts in it are loaded", async () => {
  vi.stubGlobal("document", { baseURI: "blob:https://host.example/1-2" });
  const { checkedAddress } = await fresh();
  expect(checkedAddress("blob:https://host.example/3-4")).toBe("blob:https://host.example/3-4");
  for (const address of ["https://host.example/a.js", "./a.js"])
    expect(() => checkedAddress(address)).toThrow(TypeError);
});

test("one policy is created if the browser supports policies, and it returns what the rules allow", async () => {
  const createPolicy = vi.fn((_name: string, rules: { createScriptURL(address: string): string }) => ({
    createScriptURL: (address: string) => `typed ${rules.createScriptURL(address)}`,
  }));
  vi.stubGlobal("trustedTypes", { createPolicy });
  const { scriptAddress } = await fresh();
  expect([scriptAddress("./a.js"), scriptAddress("./b.js")]).toEqual(["typed ./a.js", "typed ./b.js"]);
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(["sawtooth"]);
  expect(() => scriptAddress("data:,0")).toThrow("a program from elsewhere");
});

test("without policies an address is a text under the same rules", async () => {
  const { scriptAddress } = await fresh();
  expect(scriptAddress("./a.js")).toBe("./a.js");
  expect(() => scriptAddress("data:,0")).toThrow("a program from elsewhere");
});
