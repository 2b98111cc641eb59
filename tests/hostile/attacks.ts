/** What the stages of `npm run hostile` attack with: programs that fill memory, time or cells, and captures of the largest size. */
import { senderWith } from "../engine/custom/custom-runs.ts";

/** What an attack may cost a process. */
export const MOST_BYTES = 600e6;
export const MOST_CPU_S = 10;

const onSample = (body: string, before = "let n = 0") =>
  senderWith(`${before}\nfunction onSample(tcp) { ${body} }`);
const queue = (text: string) => `// @queue Attacker\n${text}`;
const list = "const list = Array.from({ length: 20000 }, (_, i) => ({ i, s: 'x' + i }))";

/** Senders by the resource that they fill. Each is the slowest of its kind that was found. */
export const SENDERS: Readonly<Record<string, string>> = {
  "memory: texts": onSample("kept.push('x'.repeat(1e6) + kept.length)", "const kept = []"),
  "memory: arrays": onSample(
    "for (let i = 0; i < 50; i++) kept.push(new Array(1000).fill(i))",
    "const kept = []",
  ),
  "memory: typed arrays": onSample("kept.push(new Float64Array(1e5).fill(1))", "const kept = []"),
  "memory: a Map": onSample(
    "for (let i = 0; i < 1000; i++) kept.set(kept.size, {})",
    "const kept = new Map()",
  ),
  "memory: closures": onSample(
    "for (let i = 0; i < 1000; i++) { const k = [i]; kept.push(() => k) }",
    "const kept = []",
  ),
  "memory: what it catches": onSample(
    "try { for (;;) kept.push('y'.repeat(1e5) + kept.length) } catch (e) {}",
    "const kept = []",
  ),
  "time: a loop": onSample("for (let i = 0; i < 90000; i++);"),
  "time: random numbers": onSample("for (let i = 0; i < 90000; i++) random()"),
  "time: log": onSample("for (let i = 0; i < 20000; i++) log(i, 'x'.repeat(100))"),
  "time: JSON": onSample("JSON.stringify(list)", list),
  "time: texts that are split": onSample("s.split(',').join(';')", "const s = 'a,'.repeat(1e5)"),
  "time: texts that are joined": onSample(
    "let s = ''; for (let i = 0; i < 20000; i++) s += 'abc'; s.indexOf('d')",
  ),
  "time: replacing": onSample("s.replaceAll('a', 'bc')", "const s = 'a'.repeat(4e5)"),
  "time: sorting": onSample(
    "[...a].sort()",
    "const a = Array.from({ length: 1e5 }, (_, i) => (i * 7919) % 100003)",
  ),
  "time: sets": onSample(
    "a.union(b)",
    "const a = new Set(Array.from({ length: 1e5 }, (_, i) => i)), b = new Set(a)",
  ),
  "time: keys": onSample("Object.keys(o)", "const o = {}; for (let i = 0; i < 5e4; i++) o['k' + i] = i"),
  "time: patterns": onSample("for (let i = 0; i < 2000; i++) new RegExp('(a|b)*c[d-z]{1,50}' + i)"),
  "time: BigInt": onSample("b.toString()", "const b = 3n ** 20000n"),
  "time: garbage": onSample("for (let i = 0; i < 50000; i++) { const a = {}; a.a = a }"),
  "cells: windows": "// @sender Attacker\nfunction onAck(tcp) { tcp.cwnd = 1e6 }",
  "cells: pacing":
    "// @sender Attacker\n// @paced\nfunction onAck(tcp) { tcp.cwnd = 1e6; tcp.pacingRateBps = 1e12 }",
};

export const QUEUES: Readonly<Record<string, string>> = {
  "memory: typed arrays": queue(
    "const kept = []\nfunction enqueue() { kept.push(new Float64Array(1e5).fill(1)) }",
  ),
  "time: a loop": queue("function dequeue() { for (let i = 0; i < 90000; i++); }"),
  "time: wakes": queue(
    "let on = false\nfunction onTick() { wakeIn(0.001) }\nfunction enqueue() { if (!on) { on = true; wakeIn(0.001) } }",
  ),
  "cells: marks and drops": queue("function dequeue() { for (let i = 0; i < 5000; i++) mark() || drop() }"),
};

/**
 * Returns the number of flows. Programs that fill cells fill more with more flows. For the others two are enough,
 * because all flows share the memory of their program.
 */
export const flowsFor = (what: string) => (what.startsWith("cells") ? 20 : 2);
const CAPTURE_BYTES = 127e6;
const RECORD_BYTES = 16 + 40;
/** Header of a pcap file whose packets begin with an IP header (LINKTYPE_RAW). */
const PCAP_HEADER = [0xa1b2c3d4, 0x00040002, 0, 0, 65_535, 101];

/** A capture of data segments with these sequence numbers, each with `payload` bytes that were not captured. */
export function capture(seqOf: (i: number) => number, payload: number, mostBytes = CAPTURE_BYTES): Buffer {
  const count = Math.floor((mostBytes - 24) / RECORD_BYTES);
  const bytes = Buffer.alloc(24 + count * RECORD_BYTES);
  for (const [i, word] of PCAP_HEADER.entries()) bytes.writeUInt32LE(word, 4 * i);
  for (let i = 0; i < count; i++) {
    const at = 24 + i * RECORD_BYTES;
    const us = i * 10;
    bytes.writeUInt32LE(Math.floor(us / 1e6), at);
    bytes.writeUInt32LE(us % 1e6, at + 4);
    bytes.writeUInt32LE(40, at + 8);
    bytes.writeUInt32LE(40 + payload, at + 12);
    bytes.writeUInt32BE(0x45000000 + 40 + payload, at + 16);
    bytes.writeUInt32BE(0x40060000, at + 24);
    bytes.writeUInt32BE(0x0a000001, at + 28);
    bytes.writeUInt32BE(0x0a000002, at + 32);
    bytes.writeUInt32BE(0x03e807d0, at + 36);
    bytes.writeUInt32BE(seqOf(i) >>> 0, at + 40);
    bytes.writeUInt32BE(1, at + 44);
    bytes.writeUInt32BE(0x5018ffff, at + 48);
  }
  return bytes;
}

/** Captures by the place in which they are slow: sequence numbers by packet, and bytes in each. */
export const CAPTURES = [
  ["segments of one byte", (i: number) => i, 1],
  ["gaps between all segments", (i: number) => i * 20, 1],
  ["retransmissions in any order", (i: number) => ((i * 7919) % 60_000) * 3, 2],
] as const;
