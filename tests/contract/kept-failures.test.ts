import { expect, test } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { expectInvariants } from "./invariants.ts";

/** Failures that random scenarios found, each reduced to a scenario URL. Every `npm test` tests these again. */
const KEPT_FAILURES: readonly { readonly was: string; readonly link: string }[] = [
  {
    was: "ssthresh of one segment, below the least window, after a switch from a sender that sets cwnd itself",
    link: "#v=2&capacity=0.07565131406133449Mbps&loss=3.9366542231623416e-264&jitter=9.248272956696666e-156ms&jitter-overtakes=on&bucket=5.913177445195083e-219B&capacity-pattern=0.2:1.335;3.4:2.67&delay-pattern=2.9:2.97&aqm=pi&limit=197841B&link=id=bottleneck,aqm=ecn-codel,target=0.9264755729552175ms,limit=197841B&cc=unresponsive&ignore-loss=off&beta-loss=0.6061953782559109&start=1.8858231880198958e-130s&flows=3&duration=3s&set=1.119s:flow1.cc=hstcp&set=3.284s:stop=8.773869287610799e-274s",
  },
  {
    was: "utilisation held to the bucket of tokens that a link has now, not to the one it had",
    link: "#v=2&path=six-flows&capacity=2.840689901841073Mbps&aqm=red&link=id=bottleneck,bucket=100000B,aqm=dualpi2,dual-step-packets=874&flow=cc=scalable,traffic=poisson,arrival-rate=0.01,count=2&flow=cc=adaptive-abe&duration=3s&set=0.301s:link.bottleneck.bucket=0B",
  },
  {
    was: "utilisation held to exact transmission times, where 113 B at 10 Gbps take 90 ns of 90.4",
    link: "#v=2&path=six-flows&capacity=10000Mbps&aqm=ared&ared-auto=off&ared-target=0.1ms&update-tick=none&red-min=1p&red-max=114B&red-pmax=0.001&gentle=off&aqm-ecn=off&red-wait=off&limit=8p&flow=cc=cubic,beta-ecn=0.3368046,beta-loss=0.33526245,cubic-c=0.7664203,fast-convergence=off,hystart-variant=rfc9406,hystart-rounds=window-16,cubic-counts=acks,rtt=0.001ms,start=2.190597390177244e-8s,size=1270952085B&handshake=off&syn-retries=0&rack=off&rack-losses=off&loss-probes=off&frto=off&limited-transmit=off&min-rto=1ms&initial-rto=100ms&delayed-ack=1&delayed-ack-timer=1ms&dsack=off&quick-acks=0&quick-acks-after-ce=0&initial-window=57&min-cwnd=1&idle-restart=off&app-limited-growth=off&mss=100B&overhead=13B&duration=1s&warmup=0s&start-jitter=0ms",
  },
  {
    was: "FQ-CoDel full of ACKs without a byte: it looked for the flow with the most bytes for ever",
    link: "#v=2&aqm=fq-codel&limit=2p&reverse-capacity=0.05Mbps&overhead=0B&flow=&flow=route=reverse&duration=3s",
  },
];

test.each(KEPT_FAILURES)("a fixed failure does not return: $was", ({ link }) => {
  const { scenario, problems } = scenarioFromUrl(link);
  expect(problems).toEqual([]);
  expectInvariants(scenario, 2500);
  expectInvariants(scenario, 20_000);
});
