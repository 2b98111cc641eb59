import { expect, test } from "vitest";
import { type Question, questionIn, questionText } from "../../../src/engine/index.ts";

const EACH: readonly (readonly [string, Question])[] = [
  [
    "flow,ecnReduction,1,12.345678901",
    { kind: "flow-event", event: "ecnReduction", flow: 0, atS: 12.345678901 },
  ],
  ["queue,mark,2,3,0.1", { kind: "queue-event", event: "mark", link: 1, flow: 2, atS: 0.1 }],
  ["join,2,30", { kind: "join", flow: 1, atS: 30 }],
  [
    "packet,1,1044,data,1,queued,2.5",
    { kind: "packet", packet: { end: 0, seq: 1044, isAck: false, link: 0, isQueued: true }, atS: 2.5 },
  ],
  [
    "packet,1,1044,ack,-,sent,0",
    { kind: "packet", packet: { end: 0, seq: 1044, isAck: true, link: null, isQueued: false }, atS: 0 },
  ],
  ["stretch,cwnd,1,2,1,4.25", { kind: "stretch", of: "cwnd", link: 0, flow: 1, fromS: 1, toS: 4.25 }],
  ["stretch,queue,1,-,0,1e-7", { kind: "stretch", of: "queue", link: 0, flow: null, fromS: 0, toS: 1e-7 }],
  ["number,delay-p99,1,10,60", { kind: "number", of: "delay-p99", link: 0, flow: null, fromS: 10, toS: 60 }],
];

test.each(EACH)("%s is converted to a question about a run and back", (text, question) => {
  expect(questionText(question)).toBe(text);
  expect(questionIn(text)).toEqual(question);
});

test.each([
  "",
  "mark",
  "queue,mark,1,1",
  "queue,mark,0,1,2",
  "queue,toString,1,1,2",
  "flow,constructor,1,2",
  "join,1,-3",
  "join,1,NaN",
  "stretch,cwnd,1,2,4,1",
  "stretch,cwnd,1,x,1,4",
  "packet,1,5,syn,1,queued,2",
  "packet,1,5,data,0,queued,2",
  "join,1,2,3",
  `join,1,${"1".repeat(500)}`,
])("%s is not a question", (text) => {
  expect(questionIn(text)).toBeNull();
});
