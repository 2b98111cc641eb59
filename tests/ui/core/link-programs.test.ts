import { expect, test } from "vitest";
import { packText } from "../../../src/lib/packed-text.ts";
import { PROGRAM_READER } from "../../../src/teaching/document/file-programs.ts";
import { PAGE } from "../../../src/ui/app/features.ts";
import { listingReader } from "../../../src/ui/core/link-programs.ts";
import { fragmentToState } from "../../../src/ui/core/read-fragment.ts";
import { consentOf } from "../../../src/ui/features/custom-code/consent.ts";
import { KNOWN_NAMES } from "../../../src/ui/parts/pieces.ts";
import { madeDevice, madeTab } from "./made-device.ts";

madeDevice();

const programOf = (name: string) => packText(`// @sender ${name}\nfunction onAck(tcp) { tcp.cwnd += 1 }`);
const [A, B] = [programOf("A"), programOf("B")];
const PIN = encodeURIComponent(`v=2&program=${B}&cc=own`);

const LINKS: readonly [string, readonly string[]][] = [
  [`v=2&program=${A}&cc=own`, [A]],
  [`program=${A}`, [A]],
  [`v=2&amp;program=${A}`, [A]],
  [`v=2&%70rogram=${A}`, [A]],
  [`v=2&%70%72ogram%20=${A}`, [A]],
  [`v=2&x=%&pro%67ram=${A}&cc=own`, [A]],
  [`v=2&x=%&program=${encodeURIComponent(A).replace("z", "%7A")}`, [A]],
  [`v=2&program=${A}&pin=${PIN}`, [A, B]],
  [`v=2&pin=${PIN}`, [B]],
  [`v=2&x=%E0%A4&pin=${encodeURIComponent(`v=2&x=%&pro%67ram=${B}&cc=own`)}`, [B]],
  ["v=2&cc=cubic", []],
];

test.each(LINKS)("the programs in %s are found, however they are written", (fragment, packed) => {
  const reader = listingReader(PROGRAM_READER);
  fragmentToState(fragment, KNOWN_NAMES, PAGE, reader);
  expect([...reader.found]).toEqual(packed);
});

test.each(LINKS.filter(([, packed]) => packed.length > 0))(
  "the page asks before it opens %s, and nothing runs until then",
  async (fragment, packed) => {
    for (const isLoaded of [false, true]) {
      const bench = madeTab();
      if (isLoaded) await bench.loadProgramReader();
      bench.openFragment(fragment);
      await expect.poll(() => consentOf(bench).held?.packed).toEqual(packed);
      const { scenario, pinned } = bench.store.get();
      expect([scenario.programs, pinned]).toEqual([undefined, null]);
    }
  },
);
