/** Named scenarios, each with one sentence and one question: the page's menu, the examples of the docs, the digests. */
import { FORMAT_VERSION } from "./format-versions.ts";
import type { KernelTraceName } from "./kernel-traces.ts";
import type { Scenario } from "./scenario.ts";
import { scenarioFromUrl } from "./url.ts";

export interface Preset {
  readonly id: string;
  /** The heading of the menu that it stands under. */
  readonly group: string;
  readonly label: string;
  readonly sentence: string;
  readonly question: string;
  readonly scenario: Scenario;
  /** A real kernel's trace of the same case. */
  readonly trace?: KernelTraceName;
}

type Text = Omit<Preset, "scenario">;

/** As the kernel was measured: Ethernet headers count, and the figures leave out 30 s. */
const KERNEL = "overhead=66B&warmup=30s";
const KERNEL_PIE = "aqm=pie&target=20ms&update=32ms";

export const presets: readonly Preset[] = [
  preset("", {
    id: "one-flow",
    group: "One flow",
    label: "One flow, CoDel",
    sentence:
      "One NewReno flow with ECN through CoDel: a mark halves cwnd, and the link is partly idle until it has grown back.",
    question: "What does a larger β_ecn give, and what does it cost in queue delay?",
  }),
  preset("beta-ecn=0.8", {
    id: "abe",
    group: "One flow",
    label: "ABE, CoDel",
    sentence: "The same flow keeps 80 % of cwnd on a mark, as ABE proposes.",
    question: "Why is it safe to back off less for a mark than for a loss?",
  }),
  preset("aqm=pie", {
    id: "pie",
    group: "One flow",
    label: "One flow, PIE",
    sentence:
      "PIE marks at random, with a probability that it keeps adjusting by how far the queue delay is from its target.",
    question: "Why is the delay's tail longer here than with CoDel?",
  }),
  preset("cc=cubic", {
    id: "cubic",
    group: "One flow",
    label: "CUBIC, CoDel",
    sentence: "CUBIC keeps 70 % of cwnd and returns to the old peak along a cubic curve.",
    question: "How much is left to gain with a β_ecn of 0.85?",
  }),
  preset("aqm=droptail&cc=cubic&ecn=off", {
    id: "bufferbloat",
    group: "One flow",
    label: "Bufferbloat",
    sentence:
      "One CUBIC flow fills a DropTail queue of a thousand packets, twelve times what the path holds.",
    question: "How long does a packet wait, and what changes with CoDel?",
  }),
  preset("aqm=droptail&limit=17p&ecn=off", {
    id: "small-buffer",
    group: "One flow",
    label: "Small buffer",
    sentence:
      "A DropTail queue of a fifth of the bandwidth-delay product: little delay, but cuts to half leave the link partly idle.",
    question: "Which β_loss fills the link with this buffer?",
  }),
  preset("rtt=400ms", {
    id: "long-path",
    group: "One flow",
    label: "Long path",
    sentence:
      "Over 400 ms cwnd grows by two and a half segments a second: a full window takes more than a minute to grow back once it is halved.",
    question: "Does β_ecn matter more or less on a long path?",
  }),
  preset("flow=cc=newreno&flow=cc=newreno,start=30s", {
    id: "late-comer",
    group: "Flows that share",
    label: "Late comer",
    sentence:
      "A second flow joins after 30 s: slow start brings it near its half of the link within seconds.",
    question: "Does it take longer to reach a fair share when both use β_ecn 0.8?",
  }),
  preset("flow=cc=newreno,rtt=20ms&flow=cc=newreno,rtt=80ms&flow=cc=newreno,rtt=200ms", {
    id: "mixed-rtts",
    group: "Flows that share",
    label: "Mixed round trips",
    sentence:
      "Three flows with 20, 80 and 200 ms share one queue; the shorter the path, the more a flow gets.",
    question: "How far from equal are the shares, and does β_ecn change that?",
  }),
  preset("flow=cc=cubic,beta-ecn=0.85&flow=cc=newreno,ecn=off", {
    id: "abe-against-loss",
    group: "Flows that share",
    label: "ABE against no ECN",
    sentence:
      "CUBIC with ABE shares the link with a NewReno flow without ECN, which sees drops where the other sees marks.",
    question: "How much more does the ABE flow get, and is it β_ecn or CUBIC?",
  }),
  preset("set=50s:beta-ecn=0.8", {
    id: "change",
    group: "One flow",
    label: "ABE from 50 s on",
    sentence: "Half-way through the run β_ecn changes from 0.5 to 0.8.",
    question: "What changes first: the depth of the sawtooth, or its frequency?",
  }),
  preset("aqm=red&red-min=14000B&red-max=42000B&cc=ecn-ab&flows=2", {
    id: "red-ecn-ab",
    group: "Queues and senders",
    label: "ECN(α, β), RED",
    sentence:
      "Two ECN(α, β) flows through RED keep 87.5 % of cwnd on a mark, and grow by a fifth of a segment per round trip from then on.",
    question: "How idle does the link become when they halve cwnd on a mark, as NewReno does?",
  }),
  preset("aqm=pi&pi-qref=20&pi-a=0.000371&pi-b=0.000367&flows=10", {
    id: "pi",
    group: "Queues and senders",
    label: "Ten flows, PI",
    sentence: "PI holds the queue near twenty packets, with gains designed for ten flows over this path.",
    question:
      "What happens to the queue when the gains were designed for another path, like the default ones?",
  }),
  preset("capacity=200Mbps&aqm=step&step=10p&cc=dctcp&flows=2&rtt=1ms&duration=4s", {
    id: "dctcp",
    group: "Queues and senders",
    label: "DCTCP, step marking",
    sentence:
      "Every packet that meets more than ten others is marked, and DCTCP cuts by how many marks it sees: as in a data centre.",
    question: "What do two NewReno flows make of the same marks?",
  }),
  preset("aqm=droptail&limit=83p&flow=cc=bbr1&flow=cc=cubic", {
    id: "bbr-against-cubic",
    group: "Queues and senders",
    label: "BBR against CUBIC",
    sentence:
      "BBRv1 sends at the rate that it measures and hardly heeds losses: with a buffer of one bandwidth-delay product it leaves CUBIC little.",
    question: "How deep must the buffer be for CUBIC to get more?",
  }),
  preset("aqm=fq-codel&flow=cc=cubic&flow=cc=newreno,rtt=20ms&flow=traffic=cbr", {
    id: "fq-codel",
    group: "Queues and senders",
    label: "FQ-CoDel",
    sentence:
      "Each flow has a queue of its own with CoDel: two downloads share about evenly despite their round trips, and a call of 0.5 Mbps hardly waits.",
    question: "Does β_ecn still matter when a flow shares its queue with nobody?",
  }),
  preset("capacity=40Mbps&aqm=dualpi2&flow=cc=prague,rtt=20ms&flow=cc=cubic,rtt=20ms&duration=60s", {
    id: "l4s",
    group: "Queues and senders",
    label: "L4S: Prague and CUBIC",
    sentence:
      "DualPI2 has a short queue for TCP Prague and a longer one for CUBIC. Coupled marks keep their windows about alike: rates go as 1 over the round trip, queue included, and Prague's is shorter.",
    question: "Which of the two queues do marks come from more often, and why must they?",
  }),
  preset("path=parking-lot", {
    id: "parking-lot",
    group: "Paths and traffic",
    label: "Parking lot",
    sentence:
      "One flow passes three bottlenecks and meets another flow at each: it sees the marks of all three.",
    question: "Is its share smaller because of the marks or because of its longer round trip?",
  }),
  preset("path=gfc-2&duration=60s", {
    id: "gfc-2",
    group: "Paths and traffic",
    label: "GFC-2: many bottlenecks",
    sentence:
      "Twenty-two flows over parts of a row of seven routers, at a tenth of the rates that the configuration was published with.",
    question: "Which flows get less than their max-min fair share, and what do they have in common?",
  }),
  preset("path=dc-wan&dc-capacity=200Mbps&aqm=pi&pi-qref=20&cc=cubic&duration=40s", {
    id: "dc-wan",
    group: "Paths and traffic",
    label: "Data centre and WAN",
    sentence:
      "One flow crosses a data centre and a WAN; at each of the two links three others are on for twelve seconds and off for twelve.",
    question: "At which of its two bottlenecks is the crossing flow held back, and when?",
  }),
  preset("path=six-flows&aqm=red&red-min=10kB&red-max=30kB&limit=120kB", {
    id: "six-flows",
    group: "Paths and traffic",
    label: "Six flows, three RTTs",
    sentence:
      "ECN(α, β) and NewReno side by side on a short, a middling and a long path through one RED queue.",
    question: "Which difference weighs more here, the sender's or the round trip's?",
  }),
  preset(
    "capacity=20Mbps&reverse-capacity=1Mbps&aqm=droptail&limit=100p&flow=cc=cubic&flow=cc=cubic,route=reverse,start=50s",
    {
      id: "reverse-congestion",
      group: "Paths and traffic",
      label: "Congested way back",
      sentence:
        "A download, and from 50 s on an upload over the narrow way back, where the download's ACKs now wait among its packets.",
      question: "What does the download lose, and how much of that does CoDel save?",
    },
  ),
  preset("capacity-pattern=square:20:0.25&cc=cubic", {
    id: "changing-link",
    group: "Paths and traffic",
    label: "A link that changes",
    sentence: "The capacity falls to a quarter for ten of every twenty seconds, as on a radio link.",
    question: "How long does the queue stand after each fall, and which discipline clears it soonest?",
  }),
  preset("flow=cc=cubic&flow=cc=newreno,traffic=http,rtt=50ms,count=10", {
    id: "web",
    group: "Paths and traffic",
    label: "Web pages and a download",
    sentence:
      "Ten people read web pages beside one download; a page is four objects, most of them small, each over a connection of its own.",
    question: "How long do their pages take, and how long with a DropTail queue?",
  }),
  preset(KERNEL, {
    id: "linux-newreno",
    group: "Beside a Linux kernel",
    label: "Linux: NewReno, CoDel",
    sentence: "NewReno with β_ecn 0.5 over CoDel, beside cwnd as a Linux 6.1 kernel had it on the same path.",
    question: "Where do the two sawteeth part, and do they find together again?",
    trace: "linux-newreno-codel-rtt100-beta0.5",
  }),
  preset(`beta-ecn=0.8&${KERNEL}`, {
    id: "linux-abe",
    group: "Beside a Linux kernel",
    label: "Linux: ABE, CoDel",
    sentence: "NewReno with β_ecn 0.8 over CoDel, beside a Linux 6.1 kernel.",
    question: "Why does the kernel's cwnd slide down instead of dropping?",
    trace: "linux-newreno-codel-rtt100-beta0.8",
  }),
  preset(`${KERNEL_PIE}&beta-ecn=0.8&${KERNEL}`, {
    id: "linux-pie",
    group: "Beside a Linux kernel",
    label: "Linux: ABE, PIE",
    sentence:
      "NewReno with β_ecn 0.8 over PIE, beside a Linux 6.1 kernel; marks fall at random, so only the pattern can agree.",
    question: "What do the two have in common, when no mark falls at the same time?",
    trace: "linux-newreno-pie-rtt100-beta0.8",
  }),
  preset(`beta-ecn=0.8&rtt=400ms&recovery=classic&${KERNEL}`, {
    id: "linux-at-once",
    group: "Beside a Linux kernel",
    label: "Linux: reduction at once",
    sentence:
      "Over 400 ms with cwnd reduced at once, as FreeBSD does, beside a Linux 6.1 kernel changed to do the same.",
    question: "How many reductions are there when cwnd slides by PRR instead?",
    trace: "linux-newreno-step-codel-rtt400-beta0.8",
  }),
  preset(`capacity=20Mbps&cc=cubic&rtt=80ms&duration=90s&${KERNEL}`, {
    id: "linux-cubic",
    group: "Beside a Linux kernel",
    label: "Linux: CUBIC, CoDel",
    sentence: "CUBIC over CoDel at 20 Mbps and 80 ms, beside a Linux 6.1 kernel.",
    question: "Where is the flat part of the cubic curve, and why is it short here?",
    trace: "linux-cubic-codel-20mbps-rtt80",
  }),
];

function preset(fragment: string, text: Text): Preset {
  const { scenario, problems } = scenarioFromUrl(`v=${FORMAT_VERSION}&${fragment}`);
  if (problems.length > 0) throw new Error(`preset ${text.id}: ${problems[0].message}`);
  return { ...text, scenario };
}
