import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const page = readFileSync("public/404.html", "utf8");
const script = page.split("<script>")[1].split("</script>")[0];

function openedAt(address: string): string | null {
  const { origin, pathname, search, hash } = new URL(address);
  let opened: string | null = null;
  const location = {
    origin,
    pathname,
    search,
    hash,
    replace: (to: string) => {
      opened = to;
    },
  };
  runInNewContext(script, { location, decodeURIComponent });
  return opened;
}

test.each([
  ["https://x.example/saw/%23v=2&duration=20s&beta-ecn=0.85", "/saw/#v=2&duration=20s&beta-ecn=0.85"],
  ["https://x.example/saw/%2523v=2&duration=20s", "/saw/#v=2&duration=20s"],
  ["https://x.example/%23v%3D2%26duration%3D20s", "/#v=2&duration=20s"],
  ["https://x.example/saw/%2523v%253D2%2526aqm%253Dpie", "/saw/#v=2&aqm=pie"],
  ["https://x.example/saw/%23task=z.abc?utm=1", "/saw/#task=z.abc?utm=1"],
  ["https://x.example/saw/nothing", null],
  ["https://x.example//evil.example/%23v=2", "//evil.example/#v=2"],
])("%s opens %s", (address, opened) => {
  const whole = opened === null ? null : `https://x.example${opened}`;
  expect(openedAt(address)).toBe(whole);
});

test("its policy allows exactly its own script and style, by their hashes", () => {
  const style = page.split("<style>")[1].split("</style>")[0];
  const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  expect(page).toContain(`script-src ${hashOf(script)}; style-src ${hashOf(style)};`);
});
