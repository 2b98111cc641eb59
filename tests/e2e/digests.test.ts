/** The page and the command line are one simulator: the same link gives the same digest in both. */
import { expect, test } from "vitest";
import { congestionControls, queueDisciplines, topologies, trafficKinds } from "../../src/engine/index.ts";
import { sim } from "../cli/command-line.ts";
import { openPage } from "./browser.ts";
import { digest, follow } from "./page-state.ts";

/** Settings of all kinds over the usual path. */
const LINKS = [
  "v=2",
  "v=2&beta-ecn=0.8",
  "v=2&aqm=droptail&ecn=off",
  "v=2&aqm=droptail&limit=17p&beta-loss=0.7&ecn=off",
  "v=2&aqm=pie",
  "v=2&aqm=pie&pie-ecn-drop=off&target=20ms&update=30ms&seed=3",
  "v=2&aqm=pie-linux&beta-ecn=0.85",
  "v=2&aqm=codel&codel-sqrt=exact&target=10ms&interval=50ms",
  "v=2&cc=cubic",
  "v=2&cc=cubic&beta-ecn=0.85&fast-convergence=off",
  "v=2&cc=cubic&hystart-variant=rfc9406&rtt=40ms",
  "v=2&cc=cubic&hystart=off&aqm=pie&capacity=20Mbps&rtt=80ms",
  "v=2&recovery=classic&rtt=200ms&beta-ecn=0.8",
  "v=2&sack=off&ecn=off&aqm=droptail&limit=40p",
  "v=2&flow=cc=newreno&flow=cc=newreno,start=30s",
  "v=2&capacity=20Mbps&flow=cc=cubic,count=4,rtt=40ms&flow=cc=newreno,ecn=off,count=4,rtt=40ms",
  "v=2&flow=cc=newreno,size=1000000B&flow=cc=cubic,start=5s,stop=60s",
  "v=2&set=20s:beta-ecn=0.9&set=40s:capacity=5Mbps&set=60s:rtt=50ms",
  "v=2&set=30s:aqm=pie&set=60s:cc=cubic",
  "v=2&delayed-ack=1&initial-window=2&rack=off&limited-transmit=off&min-rto=1000ms&aqm=droptail&limit=20p",
];

/** Every queue, sender, traffic and path of the registries, and what they do together. */
const SHORT = "duration=10s&warmup=1s";
const REGISTERED = [
  ...queueDisciplines.map(({ id }) => `v=2&aqm=${id}&flows=2&${SHORT}`),
  ...congestionControls.map(({ id }) => `v=2&cc=${id}&aqm=dualpi2&rtt=20ms&${SHORT}`),
  ...trafficKinds.map(({ id }) => `v=2&flow=cc=cubic&flow=cc=newreno,traffic=${id}&${SHORT}`),
  ...topologies.map(({ id }) => `v=2&path=${id}&duration=4s&warmup=1s`),
  `v=2&path=parking-lot&hops=4&link=id=hop2,capacity=4Mbps,aqm=red&cc=bbr2&${SHORT}`,
  `v=2&path=parking-lot&set=3s:link.hop2.capacity=3Mbps&set=5s:link.hop3.aqm=pi&${SHORT}`,
  `v=2&capacity-pattern=0:1;2:0.25;4:0.5;repeat:6&delay-pattern=square:4:20&loss=0.001&jitter=5ms&${SHORT}`,
  `v=2&reverse-capacity=1Mbps&flow=cc=cubic&flow=cc=cubic,route=reverse,start=2s&${SHORT}`,
];

/** In this process: to start a program for each link would take longer than all the runs. */
async function digestOfCommandLine(link: string): Promise<string> {
  const { out } = await sim("run", "--url", `#${link}`, "--json");
  return JSON.parse(out).digest;
}

test.each([
  ["of usual runs", LINKS],
  ["of everything in the registries", REGISTERED],
])("links %s give the same digest in the page and on the command line", async (_, links) => {
  const page = await openPage();
  const [inPage, onCommandLine]: string[][] = [[], []];
  for (const link of links) {
    await follow(page, link);
    inPage.push(`${link} ${await digest(page)}`);
    onCommandLine.push(`${link} ${await digestOfCommandLine(link)}`);
  }
  expect(inPage).toEqual(onCommandLine);
});
