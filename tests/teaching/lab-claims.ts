/** The evidence for the sentences of the labs, as `told-claims.ts` has it for lessons. */
import { QUEUE_EVENT } from "../../src/engine/index.ts";
import { within } from "../engine/scenario/preset-claims.ts";
import type { Backing } from "./told-claims.ts";

/** Packets of 1500 bytes that 20 Mbps and 40 ms hold. */
const BBR_BDP_PACKETS = (20e6 * 0.04) / 12_000;

/** Evidence by lab and sentence. */
export const LAB_CLAIMS: Readonly<Record<string, Readonly<Record<string, Backing>>>> = {
  "sawtooth-lab": {
    "The rate decides how fast the queue empties.": "defined: a rate",
    "About half as high.": "holds: cwnd-max times > 0.48 and cwnd-max times < 0.55",
    "Nearly all packets of this window wait in the queue.": ({ run }) =>
      (run().results.flows[0].cwndSegments?.max ?? 0) - run().results.links[0].queuePackets.max <= 2,
    "A loss halves cwnd from wherever it was.": "defined: Reno",
    "The teeth are half as high, but more than three times as many.":
      "holds: loss-reductions times > 3 and loss-reductions times < 4",
    "Click into a tooth and ask why: the loss at its tip comes from a full queue.": ({ run }) =>
      run().links[0].events.kind.every((kind) => kind === QUEUE_EVENT.overflowDrop),
    "To climb from half the peak to the peak it needs as many round trips as half the peak has segments.":
      "defined: Reno",
    "A smaller queue saves twice: there are fewer segments to climb, and each round trip is shorter, because it is mostly waiting time (… instead of …).":
      ({ run, pinned }) =>
        (run().results.flows[0].srttMs?.mean ?? 0) < (pinned?.results.flows[0].srttMs?.mean ?? 0) &&
        (run().results.links[0].sojournMs?.mean ?? 0) > 0.9 * (run().results.flows[0].srttMs?.mean ?? 0),
    "It overflows when the sum of the windows no longer fits.": "defined: a full queue",
    "Look at the throughput: each of the flows gets about a third over the whole run.": "holds: jain > 0.99",
    "On average each window is …, against … for the single flow: a third.":
      "holds: cwnd-mean times > 0.3 and cwnd-mean times < 0.4",
    "The queue is about as long as for the single flow: a typical packet waits ….":
      "holds: delay-p50 change < 60 ms and delay-p50 change > 0 ms",
    "Bring the 90th percentile to 300 ms or less.": "asked: delay-p90 <= 300 ms",
    "The queue of the single flow gets twice the room.": "given: the claim's limit",
    "The number of segments to climb doubles.": "defined: Reno",
    "It becomes about four times as long.": "holds: loss-reductions <= 2",
    "Right: twice as many round trips, each twice as long.": "defined: Reno",
  },
  "aimd-lab": {
    "Chiu and Jain (1989) draw the rate of one flow against that of the other.": "defined: the paper",
    "It averages the rates over 1 s, which is many round trips, and while the link is full the averages add up to its capacity.":
      "holds: utilisation > 99.8 %",
    "The run in which they keep half is grey.": "given: the default of β_loss",
    "With cuts of one twentieth the flows need … until F(t) stays at a fair share; with halving they needed ….":
      "holds: convergence times > 3",
    "The first keeps the difference, the second halves it.": "defined: addition and halving",
    "Now flow 1 keeps 95 % and flow 2 keeps half.": "given: the next step's settings",
  },
  "bbr-lab": {
    "Studies of 2017 and 2019 put it beside CUBIC.": "defined: Hock et al. 2017, Ware et al. 2019",
    "Two CUBIC flows share a link of … whose buffer is half of the BDP.": () =>
      within(33 / BBR_BDP_PACKETS, 0.45, 0.55),
    "The buffer becomes 20 times as deep: 670 packets, ten times the BDP.": () =>
      within(670 / 33, 19.5, 20.5) && within(670 / BBR_BDP_PACKETS, 9.5, 10.5),
    "Nothing makes these agree.": "defined: two kinds of signals",
    "Both are means over all this time, so read the plots from … on, and not only at their end.":
      "defined: a mean",
    "BBR gets most of the link.": "holds: goodput-share@flow1 > 80 %",
    "In a shallow buffer that limit is never reached, and the losses that BBR causes slow CUBIC down.":
      "holds: drops times > 2",
    "So its share depends on the buffer, and not on how many flows it competes with (Ware et al. 2019).":
      "holds: goodput-share@flow1 > 25 %",
    "In the deep buffer the BBR flow meets four CUBIC flows instead of one.": "given: the claim's flows",
  },
  "buffer-lab": {
    "The path holds … times …, which is 266.7 packets.": () => Math.round((40e6 * 0.08) / 1200) === 2667,
    "Compare how often the throughput of all flows falls below the capacity, and how much the packets in the queue vary.":
      "holds: utilisation change > 5 %",
    "A rule of the 1990s gives a router as much room as the path holds: the bandwidth-delay product (BDP).":
      "defined: the rule of Villamizar and Song",
    "In 2004 Appenzeller, Keslassy and McKeown showed that a link with n long flows needs the BDP divided by the square root of n.":
      "defined: their rule",
    "But a window that is halved must still cover the path.": "defined: Reno",
    "The link is idle for a part of the time after each loss.": "holds: utilisation < 90 %",
    "The square root of 25 is 5, and a fifth of the BDP is the room that the router has.": () =>
      Math.sqrt(25) === 5 && Math.round(267 / 5) === 53,
    "With 25 flows and a buffer of one BDP a packet in a hundred waits 80 ms or longer.":
      "holds: delay-p99 >= 80 ms",
    "Find a buffer with which the link is used at least 99 % of the time and the 99th percentile of the delay is 45 ms at most.":
      "asked: utilisation >= 99 %",
    "A link carries one long flow and short ones that never leave slow start.": "given: the question",
  },
  "capture-lab": {
    "All numbers count from 0 s.": "given: a warm-up of 0 s",
    "A server sends a file of 5 MB over …, with a round trip of ….": "given: the size of flow 1",
    "Right: 5 MB in this time are a little more than 9 Mbps.": ({ run }) =>
      within(40 / (run().results.flows[0].fctS ?? 0), 9, 9.6),
    "The data go from 10.1.0.1 to 10.2.0.1.": "defined: the addresses of captures",
    "The sentence above the plots has a lower number: its mean is over the whole run of …, also over the time after the transfer.":
      "holds: utilisation < 90 %",
    "Divide the bytes by the duration, and mind the factor of 8 between bytes and bits.": "defined: a byte",
    "It has about twice as many packets.": "defined: slow start",
    "Each ACK lets the sender send more, so the window doubles in each round trip.": "defined: slow start",
  },
  "cubic-lab": {
    "Linux has used CUBIC by default since 2006.": "defined: Linux 2.6.19",
    "The link has … and the round trip is …: the path holds 1333 packets.": () =>
      Math.round((100e6 * 0.16) / 12_000) === 1333,
    "One segment in each round trip of … is about six segments in a second.": () => within(1 / 0.16, 6, 6.5),
    "A window of many hundred segments needs minutes.": () => 700 * 0.16 > 100,
    "On short paths a cubic function would be slower than Reno, so CUBIC also computes what a Reno-like flow would have and uses the larger of both windows (RFC 9438 §4.3).":
      "defined: RFC 9438",
  },
  "dctcp-lab": {
    "How DCTCP keeps a queue at a threshold without leaving the link idle, and how low the threshold may be.":
      "holds: utilisation > 99.5 %",
    "DCTCP (2010, RFC 8257) needs two parts: a switch that marks each packet that finds K packets or more, and a sender that cuts by the share of marked packets.":
      "defined: DCTCP",
    "That is what a sender does that halves its window.": "defined: Reno",
    "It is idle at times.": "holds: utilisation < 99 %",
    "The paper derives that the link stays busy if K is larger than about a seventh of the BDP (C · RTT / 7).":
      "defined: Alizadeh et al. 2010, (13)",
    "The BDP here is 16.7 packets, and a seventh of it 2.4, so K may be 3.": () =>
      Math.round((1e9 * 0.2e-3) / 1200) === 167 && Math.round(167 / 7) === 24,
    "While no packet is in the queue, the link may be idle: see how often that happens with each sender.":
      "defined: an empty queue",
    "Real switches need a larger K, because packets of a host leave in bursts: the paper uses 20 at 1 Gbps and 65 at 10 Gbps.":
      "defined: Alizadeh et al. 2010, §3.5",
    "In the data centre a window that fills the path has some ten segments.": () =>
      within((1e9 * 0.2e-3) / 12_000 / 2, 7, 13),
    "Here it has more than a thousand.": () => (1e9 * 20e-3) / 12_000 > 1000,
    "The link is idle for a large part of the time.": "holds: utilisation < 40 %",
  },
  "ecn-lab": {
    "In classic ECN a sender responds to a mark as to a drop (RFC 3168 §6.1.2).": "defined: RFC 3168",
    "The flow with ECN gets more, but less than twice as much.":
      "holds: goodput-share@flow1 > 56 % and goodput-share@flow1 < 58.5 %",
    "It repeats no packets and does not wait for gaps to be filled.": "holds: retransmissions@flow1 < 1",
    "They get … and …: the flow with ECN gets about a third more.":
      "holds: goodput-share@flow1 > 56 % and goodput-share@flow1 < 58.5 %",
    "A queue that is full drops packets with ECN, too: marking needs room.": "holds: drops > 1",
    "With marks, a sender may give up less (β_ecn), because no packet is lost, and CoDel may mark earlier (target).":
      "holds: drops < 1 and retransmissions < 1",
    "Bring the 90th percentile of the queue delay to 10 ms or less and use the link at least 98 % of the time.":
      "asked: delay-p90 <= 10 ms",
  },
  "incast-lab": {
    "All numbers count from 0 s here.": "given: a warm-up of 0 s",
    "A block is complete after … on average, and no timer ran out.": "holds: rtos < 1",
    "The link is idle while they wait.": "holds: fct times > 20",
    "A timer made for the Internet is a thousand times longer than a round trip in a data centre.": () =>
      200 / 0.2 === 1000,
    "Shorter timers, larger buffers, and senders that are marked before the queue is full each help.":
      "holds: fct times < 0.3",
    "A request grows from 32 servers to 300.": "given: the question",
    "With 300 first windows even one segment each does not fit into the queue.": () => 300 > 64,
    "DCTCP shrinks windows, but not below a segment or two.": "defined: the smallest window",
  },
  "l4s-lab": {
    "About 21 ms.": "holds: srtt-mean@flow1 < 21.5 ms",
    "It has one, but a short one: without any queue the link would run idle.": "holds: utilisation > 99.5 %",
    "On your own kernel, DualPI2 needs Linux 6.17 or newer.": "defined: the first Linux with it",
    "The same two flows meet an ordinary router: DropTail with room for one BDP, and it never marks.":
      "holds: marks < 1",
    "A loss is a signal for Prague, too: it must respond to losses as a classic sender does (RFC 9331 §4.3).":
      "defined: RFC 9331",
  },
  "pages-lab": {
    "Courses build this lab in Mininet: a home with a slow link, one long transfer, pings ten times a second, and pages fetched by curl.":
      "defined: the interval of pings",
    "All events lists each timeout with its time and its flow.": "defined: the columns of the list",
    "At 1.5 Mbps a packet of 1500 bytes takes 8 ms.": () => (1500 * 8) / 1500 === 8,
    "So with 100 packets a ping waits at most 0.8 s.": "holds: delay-max > 700 ms and delay-max < 800 ms",
    "About 120 ms.": "holds: delay-max > 110 ms and delay-max < 125 ms",
    "Right: 100 packets of 1.2 ms each.": () => (1500 * 8) / 10_000 === 1.2,
  },
};
