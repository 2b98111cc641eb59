/** The model: what is simulated, simplified and left out, and how it was checked. */
import type { ReactNode } from "react";
import { deviationsOf, LEFT_OUT } from "../../../engine/deviations.ts";
import {
  type AlgorithmDeclaration,
  congestionControls,
  type Deviation,
  queueDisciplines,
  topologies,
  trafficKinds,
} from "../../../engine/index.ts";
import { useBench } from "../../core/use-store.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { Button } from "../../shared/Button.tsx";
import { documentLink } from "../../shared/document-link.ts";
import { GlossaryText } from "../../shared/glossary/GlossaryText.tsx";
import "./help.css";

const SIMULATED: readonly string[] = [
  "Every packet and every acknowledgement, one by one, over links, each with a separate queue. A path may be a dumbbell with one bottleneck, one of several well-known paths with more bottlenecks, or a custom path of links and routes. Simulated time is counted in whole nanoseconds; the same settings and seed give the same bits in every browser and on the command line. Compare the digest under the numbers.",
  "A link has a capacity, a propagation delay, random loss and jitter; capacity and delay can follow a pattern over time. Jitter keeps packets in their order, unless “Jitter reorders” is on. All queues have the same discipline, except where a link has a separate one.",
  "A route lists the links that a flow’s data pass and, if the path has return links, the links that its acknowledgements pass. The plots of queue delay, the capacity line and the counts of marks and drops are those of the watched link: click a link in the picture of the path to watch it.",
  "Traffic without end or of a given size, traffic that comes and goes, web pages and other requests with their response times, and datagrams at a constant rate, which respond to no signal.",
  "TCP with sequence numbers and real loss recovery: SACK with the pipe of RFC 6675 and, as in Linux, RACK for all losses (NewReno, RFC 6582, where SACK is off), tail loss probes, limited transmit, retransmission timeout by RFC 6298 with backoff, cuts undone by F-RTO and DSACK where nothing was lost, delayed acknowledgements, and no growth while the window does not limit the sender.",
  "A reduction is carried out over a round trip by PRR (RFC 6937), as Linux does, or at once, as the FreeBSD senders of the ABE paper did. At long round-trip times this changes results as much as β does.",
  "ECN by RFC 3168: CE mark, ECE until CWR, one reduction per window of data. ABE by RFC 8511: a mark multiplies cwnd by β_ecn, a loss by β_loss.",
  "Each queue discipline and congestion control follows the specification that is named below, with the listed deviations.",
];

const SIMPLIFIED: readonly string[] = [
  "Links before the first and behind the last one of a route are infinitely fast and never queue; together they delay packets by half of the flow’s RTT in each direction.",
  "If a route has no return links, acknowledgements travel back without queueing or loss, with the propagation delay of the forward path.",
  "RTT in the controls is the flow’s propagation delay alone: the links’ own delays come on top, and the round trip that a sender measures adds the queues and the time to send the packet.",
  "The fair shares on the throughput plot are computed without packets. Each flow is treated as a fluid that uses all links of its route at once. It takes all the capacity that it can get, or as much as its traffic offers.",
  "The end that sends the data opens the connection, with SYN, SYN-ACK and ACK.",
  "Segments have the full size, except the last one of a finite transfer.",
  "Curves are thinned while they are recorded: smallest, largest and last value per time step. Marks are never moved, and the numbers are counted from all packets, not from the curves.",
];

const CHECKED =
  "Against Linux 6.1 (its own TCP, CoDel and PIE, measured in a virtual machine with exact timers) and against ns-3.44, case by case: goodput, the median and the 90th percentile of queue delay, and whether they rise or fall with β, RTT and queue discipline. Where the two disagree, Linux is followed. The kernel's own cwnd traces can be shown over a run, in the group Compare of the controls. A run with only a few reductions (a long round trip, a short duration) depends mostly on when they happen: compare it over several seeds.";

export function ModelNotes() {
  const bench = useBench();
  return (
    <Dialog name="notes" title="Model notes">
      <Points title="What is simulated" list={SIMULATED} />
      <Points title="What is simplified" list={SIMPLIFIED} />
      <Points title="What is left out" list={LEFT_OUT.map(({ text }) => unmarked(text))} />
      <section>
        <h3>How it was checked</h3>
        <p>
          <GlossaryText text={CHECKED} />
        </p>
        <p>
          <Button onClick={() => bench.showDialog("right")}>How accurate is it? Each sender and queue</Button>
        </p>
      </section>
      <Algorithms title="Paths" list={topologies} />
      <Algorithms title="Queue disciplines" list={queueDisciplines} />
      <Algorithms title="Congestion controls" list={congestionControls} />
      <Algorithms title="Traffic" list={trafficKinds} />
      <p>
        More in <Doc path="docs/model.md">the model</Doc>,{" "}
        <Doc path="docs/deviations.md">deviations from the RFCs</Doc> and{" "}
        <Doc path="docs/validation.md">the validation of each algorithm</Doc>.
      </p>
    </Dialog>
  );
}

function Points({ title, list }: { readonly title: string; readonly list: readonly string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {list.map((point) => (
          <li key={point}>
            <GlossaryText text={point} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AlgorithmsProps {
  readonly title: string;
  readonly list: readonly AlgorithmDeclaration[];
}

function Algorithms({ title, list }: AlgorithmsProps) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="algorithms">
        {list.map(({ id, label, summary, cite }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              <GlossaryText text={summary} /> <span className="algorithms__cite">{cite}</span>
              {deviationsOf(id).length > 0 && (
                <p className="control__note">
                  <GlossaryText text={`Differs: ${deviationsOf(id).map(deviationText).join(" ")}`} />
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Doc({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const link = documentLink(window.location, path);
  if (link === null)
    return (
      <>
        <span>{children}</span> (<code translate="no">{path}</code> in the project)
      </>
    );
  return (
    <a href={link} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** Returns how an algorithm differs from its text: "Limit: 1000 packets (Linux: 10000 packets)." */
export function deviationText({ subject, text = "", here }: Deviation): string {
  return `${capitalised(subject)}: ${unmarked(here)}${text === "" ? "" : ` (${unmarked(text)})`}.`;
}

/** Removes the backquotes around names in the documents. */
export function unmarked(text: string): string {
  return text.replaceAll("`", "");
}

/** Returns the text with a capital first letter, except for symbols such as cwnd, α and a(w). */
export function capitalised(text: string): string {
  const plain = unmarked(text);
  return /^(?!cwnd|ssthresh|ce-)[a-z](?=[a-z]|\s)/.test(plain)
    ? plain[0].toUpperCase() + plain.slice(1)
    : plain;
}
