/** Tests that the properties of every run still hold after minutes and hours of simulated time. */
import { expect, test } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { effort } from "../effort.ts";
import { expectInvariants } from "./invariants.ts";

/** Limit above the number of events of these runs, so that each of them runs to its end. */
const ALL = 60e6;

const TEN_MINUTES = [
  "v=2&capacity=1Mbps&flow=cc=cubic&flow=cc=bbr3,rtt=200ms&duration=600s",
  "v=2&capacity=1Mbps&aqm=fq-pie&flow=cc=newreno,traffic=http,count=3&duration=600s",
];

const HOUR = [
  // Different senders share queues with and without signals.
  "v=2&capacity=5Mbps&flow=cc=cubic&flow=cc=bbr3,rtt=30ms&flow=cc=vegas,rtt=300ms&duration=3600s",
  "v=2&capacity=4Mbps&aqm=dualpi2&flow=cc=prague,rtt=20ms&flow=cc=cubic,rtt=20ms&duration=3600s",
  "v=2&capacity=4Mbps&aqm=droptail&limit=400p&flow=cc=bbr1&flow=cc=htcp&flow=cc=westwood&duration=3600s",
  // Thousands of connections open one after another.
  "v=2&capacity=8Mbps&aqm=fq-pie&flow=cc=cubic,traffic=http,count=20&duration=3600s",
  "v=2&capacity=8Mbps&aqm=fq-codel&flow=cc=newreno,traffic=poisson,arrival-rate=5,count=4&duration=3600s",
  "v=2&capacity=4Mbps&flow=cc=cubic,traffic=on-off,count=10&flow=traffic=cbr,cbr-rate=1Mbps&duration=3600s",
  // The path keeps changing; it loses, delays and reorders packets.
  "v=2&capacity=4Mbps&capacity-pattern=square:60:0.1&delay-pattern=0:0;20:50;repeat:45&loss=0.2%25&flows=3&duration=3600s",
  "v=2&capacity=3Mbps&jitter=40ms&jitter-overtakes=on&aqm=pie&flow=cc=cubic,count=2&flow=cc=bbr2&duration=3600s",
  "v=2&path=parking-lot&hops=4&capacity=2Mbps&aqm=codel&duration=3600s&set=600s:aqm=pie&set=1800s:capacity=0.5Mbps",
  // Almost no packet gets through, so timers back off as far as they can.
  "v=2&capacity=0.05Mbps&limit=3p&aqm=droptail&flows=20&duration=3600s",
];

test.each(effort === "long" ? [...TEN_MINUTES, ...HOUR] : TEN_MINUTES)(
  "%s",
  (link) => {
    const { scenario, problems } = scenarioFromUrl(link);
    expect(problems).toEqual([]);
    expectInvariants(scenario, ALL);
  },
  600_000,
);
