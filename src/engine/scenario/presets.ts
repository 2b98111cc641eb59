/** Named scenarios, each with a sentence and a question. The page's menu, the examples in the docs and the golden digests use them. */
import { KERNEL_TRACES, type KernelTraceName } from "./kernel-traces.ts";
import type { Scenario } from "./scenario.ts";
import { scenarioFromUrl } from "./url.ts";

/** A named scenario. */
export interface Preset {
  readonly id: string;
  /** Heading under which the menu lists the preset. */
  readonly group: string;
  readonly label: string;
  readonly sentence: string;
  readonly question: string;
  readonly scenario: Scenario;
  /** Name of the trace that a real Linux kernel recorded in the same case; absent if there is none. */
  readonly trace?: KernelTraceName;
}

/** Settings of the measurements with a real kernel: packet sizes include Ethernet headers, and the results exclude the first 30 s. */
const KERNEL = "overhead=66B&warmup=30s";
const KERNEL_PIE = "aqm=pie&target=20ms&update=32ms";

/**
 * The presets as text, grouped under "# group". Each preset has a line "id: label", its URL text, its sentence, its question, and
 * optionally the name of a kernel trace.
 */
const PRESETS = `
# One flow
one-flow: One flow, CoDel
  #
  One NewReno flow with ECN passes a CoDel queue. Each mark halves cwnd, and the link is partly idle until
  cwnd has grown back.
  ? What does a larger β_ecn gain, and how much queue delay does it cost?
abe: ABE, CoDel
  #beta-ecn=0.8
  The same NewReno flow keeps 80 % of cwnd after a mark, as ABE proposes.
  ? Why is it safe to back off less for a mark than for a loss?
pie: One flow, PIE
  #aqm=pie
  PIE marks packets at random. It keeps adjusting the probability, depending on how far the queue delay is
  from its target.
  ? Why are the longest delays longer here than with CoDel?
cubic: CUBIC, CoDel
  #cc=cubic
  CUBIC keeps 70 % of cwnd after a mark and returns to the old peak along a cubic curve.
  ? How much more can a β_ecn of 0.85 gain?
bufferbloat: Bufferbloat
  #aqm=droptail&cc=cubic&ecn=off
  One CUBIC flow fills a DropTail queue of a thousand packets, twelve times what the path holds.
  ? How long does a packet wait, and what changes with CoDel?
small-buffer: Small buffer
  #aqm=droptail&limit=17p&ecn=off
  A DropTail queue has room for a fifth of the bandwidth-delay product: the delay is short, but after each
  halving of cwnd the link is partly idle.
  ? With which β_loss is the link always busy despite this small buffer?
long-path: Long path
  #rtt=400ms
  With a round trip of 400 ms, cwnd grows by two and a half segments per second: after a full window was
  halved, it takes more than a minute to grow back.
  ? Does β_ecn matter more or less on a long path?
# Flows that share
late-comer: Late comer
  #flow=cc=newreno&flow=cc=newreno,start=30s
  A second flow joins after 30 s. Slow start brings it close to half of the link within seconds.
  ? Does it take longer to reach a fair share when both use β_ecn 0.8?
mixed-rtts: Mixed round trips
  #flow=cc=newreno,rtt=20ms&flow=cc=newreno,rtt=80ms&flow=cc=newreno,rtt=200ms
  Three flows with round trips of 20, 80 and 200 ms share one queue. The shorter the path, the more a flow
  gets.
  ? How far from equal are the shares, and does β_ecn change that?
abe-against-loss: ABE against no ECN
  #flow=cc=cubic,beta-ecn=0.85&flow=cc=newreno,ecn=off
  CUBIC with ABE shares the link with a NewReno flow without ECN. The queue marks the packets of one flow
  and drops those of the other.
  ? How much more does the ABE flow get, and is the reason β_ecn or CUBIC?
# One flow
change: ABE from 50 s on
  #set=50s:beta-ecn=0.8
  Half-way through the run β_ecn changes from 0.5 to 0.8.
  ? What changes first: the depth of the sawtooth, or its frequency?
# Queues and senders
red-ecn-ab: ECN(α, β), RED
  #aqm=red&red-min=14000B&red-max=42000B&cc=ecn-ab&flows=2
  Two ECN(α, β) flows pass a RED queue. They keep 87.5 % of cwnd after a mark, and from then on grow by a
  fifth of a segment per round trip.
  ? How idle does the link become when they halve cwnd on a mark, as NewReno does?
pi: Ten flows, PI
  #aqm=pi&pi-qref=20&pi-a=0.000371&pi-b=0.000367&flows=10
  PI keeps the queue near twenty packets, with gains designed for ten flows over this path.
  ? What happens to the queue if the gains were designed for a different path, as the default gains were?
dctcp: DCTCP, step marking
  #capacity=200Mbps&aqm=step&step=10p&cc=dctcp&flows=2&rtt=1ms&duration=4s
  As in a data centre, every packet that finds more than ten others in the queue is marked, and DCTCP
  reduces cwnd according to the share of marks.
  ? How do two NewReno flows respond to the same marks?
bbr-against-cubic: BBR against CUBIC
  #aqm=droptail&limit=83p&flow=cc=bbr1&flow=cc=cubic
  BBRv1 sends at the rate that it measures and hardly reacts to losses. With a buffer of one bandwidth-
  delay product it leaves little for CUBIC.
  ? How large must the buffer be for CUBIC to get more?
fq-codel: FQ-CoDel
  #aqm=fq-codel&flow=cc=cubic&flow=cc=newreno,rtt=20ms&flow=traffic=cbr
  Each flow has its own queue with CoDel: two downloads share about evenly despite their different round
  trips, and the packets of a call of 0.5 Mbps hardly wait.
  ? Does β_ecn still matter if a flow does not share its queue?
l4s: L4S: Prague and CUBIC
  #capacity=40Mbps&aqm=dualpi2&flow=cc=prague,rtt=20ms&flow=cc=cubic,rtt=20ms&duration=60s
  DualPI2 has a short queue for TCP Prague and a longer one for CUBIC. Coupled marks make their windows
  about equal, but not their rates: many people expect 1:1, but Prague's round trip is shorter, including
  the queue, so it gets about 69 % of the link, as in Linux.
  ? Which of the two queues marks more often, and why is this necessary?
# Paths and traffic
parking-lot: Parking lot
  #path=parking-lot
  One flow passes three bottlenecks and shares each of them with another flow. It gets the marks of all
  three.
  ? Is its share smaller because of the marks or because of its longer round trip?
gfc-2: GFC-2: many bottlenecks
  #path=gfc-2&duration=60s
  Twenty-two flows use parts of a chain of seven routers, at a tenth of the published rates.
  ? Which flows get less than their max-min fair share, and what do they have in common?
dc-wan: Data centre and WAN
  #path=dc-wan&dc-capacity=200Mbps&aqm=pi&pi-qref=20&cc=cubic&duration=40s
  One flow crosses a data centre and a WAN. At each of the two links, three other flows send for twelve
  seconds and then pause for twelve seconds.
  ? At which of its two bottlenecks is the crossing flow limited, and when?
six-flows: Six flows, three RTTs
  #path=six-flows&aqm=red&red-min=10kB&red-max=30kB&limit=120kB
  ECN(α, β) and NewReno share one RED queue, each on a short, a medium and a long path.
  ? Which difference matters more here, that of the sender or that of the round trip?
reverse-congestion: Congested way back
  #capacity=20Mbps&reverse-capacity=1Mbps&aqm=droptail&limit=100p&flow=cc=cubic&flow=cc=cubic,route=reverse,start=50s
  A download is joined at 50 s by an upload over the slow return path. From then on the download's ACKs
  wait there among the upload's packets.
  ? How much throughput does the download lose, and how much of that does CoDel restore?
changing-link: A link that changes
  #capacity-pattern=square:20:0.25&cc=cubic
  The capacity falls to a quarter for ten of every twenty seconds, as on a radio link.
  ? How long does the queue stay long after each fall, and which discipline empties it first?
web: Web pages and a download
  #flow=cc=cubic&flow=cc=newreno,traffic=http,rtt=50ms,count=10
  Ten people read web pages during one download. A page has four objects, most of them small, and each is
  loaded over its own connection.
  ? How long do their pages take to load, and how long with a DropTail queue?
# Beside a Linux kernel
linux-newreno: Linux: NewReno, CoDel
  #${KERNEL}
  NewReno with β_ecn 0.5 over CoDel, compared with the cwnd of a Linux 6.1 kernel on the same path.
  ? Where do the two sawteeth differ, and do they agree again later?
  trace linux-newreno-codel-rtt100-beta0.5
linux-abe: Linux: ABE, CoDel
  #beta-ecn=0.8&${KERNEL}
  NewReno with β_ecn 0.8 over CoDel, compared with a Linux 6.1 kernel.
  ? Why does the kernel's cwnd decrease gradually instead of at once?
  trace linux-newreno-codel-rtt100-beta0.8
linux-pie: Linux: ABE, PIE
  #${KERNEL_PIE}&beta-ecn=0.8&${KERNEL}
  NewReno with β_ecn 0.8 over PIE, compared with a Linux 6.1 kernel. Marks come at random, so only the
  pattern can agree.
  ? What do the two runs have in common, although no mark comes at the same time?
  trace linux-newreno-pie-rtt100-beta0.8
linux-at-once: Linux: reduction at once
  #beta-ecn=0.8&rtt=400ms&recovery=classic&${KERNEL}
  With a round trip of 400 ms, cwnd is reduced at once, as FreeBSD does. The run is compared with a Linux
  6.1 kernel that was changed to do the same.
  ? How many reductions are there if PRR reduces cwnd gradually instead?
  trace linux-newreno-step-codel-rtt400-beta0.8
linux-cubic: Linux: CUBIC, CoDel
  #capacity=20Mbps&cc=cubic&rtt=80ms&duration=90s&${KERNEL}
  CUBIC over CoDel at 20 Mbps and 80 ms, compared with a Linux 6.1 kernel.
  ? Where is the flat part of the cubic curve, and why is it short here?
  trace linux-cubic-codel-20mbps-rtt80
`;

const ENTRY = /^(\S+): ([^\n]+)\n {2}#([^\n]*)\n {2}([^?]+)\n {2}(\? .+?)(?:\n {2}trace (.+))?$/s;

/** The built-in scenarios. */
export const presets: readonly Preset[] = PRESETS.split("\n# ")
  .slice(1)
  .flatMap((part) => {
    const [group, ...entries] = part.trim().split(/\n(?=\S)/);
    return entries.map((entry) => presetOf(group, entry));
  });

function presetOf(group: string, entry: string): Preset {
  const [, id, label, fragment, sentence, question, trace] = ENTRY.exec(entry) ?? [];
  if (question === undefined) throw new Error(`not an entry of the presets: ${entry}`);
  const { scenario, problems } = scenarioFromUrl(fragment);
  if (problems.length > 0) throw new Error(`preset ${id}: ${problems[0].message}`);
  const kernelTrace = KERNEL_TRACES.find((name) => name === trace);
  return {
    id,
    group,
    label,
    sentence: onOneLine(sentence),
    question: onOneLine(question.slice(2)),
    scenario,
    ...(kernelTrace !== undefined && { trace: kernelTrace }),
  };
}

function onOneLine(text: string): string {
  return text.replace(/\n\s+/g, " ");
}
