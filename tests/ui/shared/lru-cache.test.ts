import { expect, test, vi } from "vitest";
import { LruCache } from "../../../src/ui/shared/lru-cache.ts";

test("a value is computed once per object; only the latest objects are kept", () => {
  const recent = new LruCache<object, string>();
  const keys = Array.from({ length: 17 }, () => ({}));
  const work = vi.fn(() => "worked out");
  for (const key of keys.slice(0, 16)) recent.of(key, work);
  expect(work).toHaveBeenCalledTimes(16);
  expect(recent.of(keys[0], work)).toBe("worked out");
  expect(work).toHaveBeenCalledTimes(16);
  // The second key is now the least recently used.
  recent.of(keys[16], work);
  recent.of(keys[0], work);
  expect(work).toHaveBeenCalledTimes(17);
  recent.of(keys[1], work);
  expect(work).toHaveBeenCalledTimes(18);
});

test("undefined is cached like other values", () => {
  const recent = new LruCache<object, null>();
  const [key, work] = [{}, vi.fn(() => null)];
  expect([recent.of(key, work), recent.of(key, work)]).toEqual([null, null]);
  expect(work).toHaveBeenCalledTimes(1);
});
