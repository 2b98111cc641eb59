/** Answers to the built-in challenges: a correct one, and typical wrong ones. */
import { TEMPLATES } from "../../src/engine/custom/templates.ts";

function template(id: string): string {
  const found = TEMPLATES.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no template ${id}`);
  return found.code;
}

/** Replaces texts in a program. Throws if nothing changes, so that no answer equals the template by accident. */
function changed(code: string, ...pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`there is no ${from}`);
    return text.replaceAll(from, to);
  }, code);
}

const ABE = template("abe");
const AIMD = template("aimd");
const CODEL = template("codel");

const DELAY_TARGET = `// @sender By a delay target
// @param target = 4 ms (0.5 to 20) The queue delay that is aimed at
// @param gain = 0.5 ratio (0.01 to 2) How far a round trip moves towards it
// @probe delay (ms) The smallest queue delay of the last round trip

let base = Infinity
let round = Infinity
let roundEnd = -1
let delay = 0

function onAck(tcp) {
  base = min(base, tcp.rttMs)
  round = min(round, tcp.rttMs)
  const starting = tcp.cwnd < tcp.ssthresh
  if (tcp.una < roundEnd) {
    if (starting) tcp.cwnd = min(tcp.cwnd + tcp.acked, tcp.ssthresh)
    return
  }
  delay = round - base
  roundEnd = tcp.nxt
  round = Infinity
  if (starting) {
    if (delay > target / 2) tcp.ssthresh = max(2, tcp.cwnd * base / (base + 2 * delay))
    if (tcp.cwnd > tcp.ssthresh) tcp.cwnd = tcp.ssthresh
    return
  }
  if (delay < target) tcp.cwnd += gain * (target - delay) / target + 0.1
  else {
    tcp.cwnd = max(2, tcp.cwnd * (1 - 0.5 * (delay - target) / (delay + base)))
    tcp.ssthresh = min(tcp.ssthresh, tcp.cwnd)
  }
}

function onMark(tcp) {
  tcp.ssthresh = tcp.cwnd / 2
}

function onLoss(tcp) {
  tcp.ssthresh = tcp.cwnd / 2
}
`;

interface Answers {
  readonly solution: string;
  /** Wrong answers, by the mistake in them. */
  readonly wrong: Readonly<Record<string, string>>;
}

export const CHALLENGE_ANSWERS: Readonly<Record<string, Answers>> = {
  "abe-challenge": {
    solution: ABE,
    wrong: {
      "marks cost nothing": changed(ABE, ["tcp.ssthresh = tcp.cwnd * betaEcn", ""]),
      "marks cost next to nothing": changed(ABE, ["betaEcn = 0.8", "betaEcn = 0.99"]),
      "losses cost as little as marks": changed(ABE, ["betaLoss = 0.5", "betaLoss = 0.8"]),
      "not enough is left": changed(ABE, ["betaEcn = 0.8", "betaEcn = 0.6"]),
    },
  },
  "codel-challenge": {
    solution: CODEL,
    wrong: {
      "still without the square root": changed(CODEL, ["nextMs += interval * root", "nextMs += interval"]),
      "still without the first interval": changed(CODEL, [
        "firstAboveMs = queue.nowMs + interval\n    return false",
        "firstAboveMs = queue.nowMs\n    return true",
      ]),
      "the count itself in the place of its root": changed(CODEL, ["interval * root", "interval / count"]),
      "the count begins anew each time": changed(
        CODEL,
        ["count = isRecent ? delta : 1", "count = 1"],
        ["if (isRecent) stepRoot()\n    else root = 1", "root = 1"],
      ),
      "no signals at all": template("droptail"),
      "a step": "// @queue Step\nfunction dequeue(packet) { if (packet.sojournMs > 10) mark() || drop() }",
    },
  },
  "short-queue-challenge": {
    solution: DELAY_TARGET,
    wrong: {
      "packets in the place of a time": template("delay-based"),
      "a window that fits this path alone": "// @sender Fixed\nfunction onAck(tcp) { tcp.cwnd = 24 }",
    },
  },
  "cubic-challenge": {
    solution: template("cubic"),
    wrong: {
      "a larger step": changed(
        AIMD,
        ["decrease = 0.5", "decrease = 0.7"],
        ["increase = 1 ", "increase = 2 "],
      ),
      "a far larger step": changed(
        AIMD,
        ["decrease = 0.5", "decrease = 0.9"],
        ["increase = 1 ", "increase = 4 "],
      ),
      "no cut at all": changed(AIMD, ["tcp.ssthresh = tcp.cwnd * decrease", ""]),
    },
  },
};
