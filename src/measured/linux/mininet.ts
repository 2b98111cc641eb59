/**
 * Converts a scenario to a Python file that runs it in Mininet: a topology class, the commands of tc, ip and sysctl that
 * the script for Linux has, and iperf3 for each flow. The folder that it records has the form of the script's. Reference:
 * the API of Mininet 2.3 (mininet.topo, mininet.net, mininet.node).
 */
import { type RunResults, type Scenario, scenarioToUrl } from "../../engine/index.ts";
import { wrapped } from "../../lib/wrapped-text.ts";
import { linuxPlan, type Made, WRITTEN_WIDTH } from "./script.ts";

/** Returns a text as a literal of Python, whose strings are those of JSON for printable ASCII. */
const literal = (value: string | number) => JSON.stringify(value);

/** Returns the Python file. Throws NotExportable if the scenario cannot be run on Linux. */
export function mininetScript(scenario: Scenario, results: () => RunResults, made: Made): string {
  const plan = linuxPlan(scenario, results);
  const assigned = (name: string, value: string | number) => `${name} = ${literal(value)}`;
  return [
    "#!/usr/bin/env python3",
    `"""A scenario of Sawtooth in Mininet. Made by ${made.program}.`,
    "",
    made.link.replaceAll("\\", "%5C").replaceAll('"', "%22"),
    "",
    ...plan.sketch.map((line) => `    ${line}`),
    "",
    "Usage: sudo python3 run.py [--dry-run] [--out FOLDER]",
    "",
    "What differs from the simulation:",
    ...plan.differences.flatMap((note) =>
      wrapped(note, WRITTEN_WIDTH).map(
        (line, i) => `${i === 0 ? "- " : "  "}${line.replaceAll("\\", "/").replaceAll('"', "'")}`,
      ),
    ),
    '"""',
    IMPORTS,
    assigned("SCENARIO", scenarioToUrl(scenario)),
    assigned("DURATION_S", plan.durationS),
    assigned("MTU", plan.mtuBytes),
    `# The shaper counts a full packet as the simulation does: ${plan.wireBytes} bytes.`,
    assigned("EXTRA_BYTES", plan.extraBytes),
    assigned("MIN_KERNEL", plan.minKernel),
    `SYSCTLS = [${plan.sysctls.map(literal).join(", ")}]`,
    assigned("SENDER_ROUTE", plan.senderRoute),
    assigned("RECEIVER_ROUTE", plan.receiverRoute),
    "",
    "# The links: name, device, routers at both ends, rate, burst of the shaper, queue, and netem after the queue.",
    "LINKS = [",
    ...plan.links.map(
      ({ id, device, from, to, rateBps, burstBytes, queue, after }) =>
        `    dict(name=${literal(id)}, device=${literal(device)}, start="r${from}", end="r${to}", rate_bps=${rateBps},\n         burst_bytes=${burstBytes}, queue=${literal(queue)}, after=${literal(after)}),`,
    ),
    "]",
    "",
    "# The groups of flows: congestion control, ECN, netem from the last router to the receivers and from the first router to the",
    "# senders, and the links to the receivers and back (none: the same links backwards, without a queue).",
    "GROUPS = [",
    ...plan.groups.map(
      ({ cc, ecn, forward, back, linksForward, linksBack }) =>
        `    dict(cc=${literal(cc)}, ecn=${literal(ecn)}, forward=${literal(forward)}, back=${literal(back)},\n         links_forward=[${linksForward.join(", ")}], links_back=[${linksBack.join(", ")}]),`,
    ),
    "]",
    "",
    "# Flow, group, start (s), stop (s), kind, then bytes (0: endless) and 0, or bits per second and payload bytes.",
    "FLOWS = [",
    ...plan.flows.map((row) => `    ${literal(row)},`),
    "]",
    BODY,
  ].join("\n");
}

const IMPORTS = `
import argparse
import os
import platform
import shlex
import shutil
import subprocess
import sys
import time

from mininet.log import setLogLevel
from mininet.net import Mininet
from mininet.topo import Topo
`;

const BODY = String.raw`

class Path(Topo):
    """Routers r1, r2, ... with the links between them, and senders and receivers at the first and last router of each route.

    What follows the queue of a link (delay, jitter, loss) has a host of its own, m1 for the first link."""

    def build(self):
        for router in sorted({end for link in LINKS for end in (link["start"], link["end"])}, key=lambda name: int(name[1:])):
            self.addHost(router, ip=None)
        for k, link in enumerate(LINKS, 1):
            if link["after"]:
                self.addHost(f"m{k}", ip=None)
                self.pair(link["start"], link["device"], f"10.255.{k}.1/30", f"m{k}", f"m{k}-back", f"10.255.{k}.2/30")
                self.pair(f"m{k}", f"m{k}-on", f"10.255.{k}.5/30", link["end"], f"{link['end']}-back{k}", f"10.255.{k}.6/30")
            else:
                self.pair(link["start"], link["device"], f"10.255.{k}.1/30",
                          link["end"], f"{link['end']}-back{k}", f"10.255.{k}.2/30")
        for g, group in enumerate(GROUPS, 1):
            first, last = ends(group)
            self.addHost(f"s{g}", ip=None)
            self.addHost(f"d{g}", ip=None)
            self.pair(f"s{g}", f"s{g}-eth0", f"10.1.{g}.2/24", first, f"{first}-s{g}", f"10.1.{g}.1/24")
            self.pair(last, f"{last}-d{g}", f"10.2.{g}.1/24", f"d{g}", f"d{g}-eth0", f"10.2.{g}.2/24")

    def pair(self, one, device, address, other, other_device, other_address):
        self.addLink(one, other, intfName1=device, intfName2=other_device,
                     params1={"ip": address}, params2={"ip": other_address})


def ends(group):
    """Returns the first and the last router of a group's route."""
    links = group["links_forward"]
    return LINKS[links[0] - 1]["start"], LINKS[links[-1] - 1]["end"]


# Repeats a command. Each output follows a line with the time since the start in microseconds.
SAMPLER = """
import subprocess, sys, time
period, start, path, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:]
with open(path, "w") as out:
    while True:
        out.write(f"t {time.time_ns() // 1000 - start}\\n")
        said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        out.write(said.stdout)
        out.flush()
        time.sleep((period - (time.time_ns() // 1000 - start) % period) / 1e6)
"""


class Experiment:
    """The run: sets up the network, starts what records and the flows, and stops them."""

    def __init__(self, net, out):
        self.net = net
        self.out = out
        self.started = []

    def run(self, host, command):
        """Runs a command at a host and stops at an error; without a network it prints the command."""
        if self.net is None:
            print(f"{host}: {command}")
            return
        said, error, status = self.net.get(host).pexec(shlex.split(command))
        if status != 0:
            raise SystemExit(f"{host}: {command}: {said}{error}")

    def start(self, host, words, name=None):
        """Starts a program at a host; its output goes to a file of the record."""
        if self.net is None:
            print(f"{host}: {shlex.join(words)} &")
            return None
        log = open(os.path.join(self.out, f"{name}.txt"), "w") if name else subprocess.DEVNULL
        program = self.net.get(host).popen(words, stdout=log, stderr=subprocess.STDOUT)
        self.started.append(program)
        return program

    def setup(self):
        for host in Path().hosts():
            for setting in SYSCTLS + ["tcp_ecn_fallback=0", "tcp_no_metrics_save=1", "ip_forward=1",
                                      "conf.all.rp_filter=0",
                                      "tcp_rmem=4096 131072 67108864", "tcp_wmem=4096 131072 67108864"]:
                self.run(host, f"sysctl -q -w 'net.ipv4.{setting}'")
        for k, link in enumerate(LINKS, 1):
            self.link(k, link)
        for g, group in enumerate(GROUPS, 1):
            first, last = ends(group)
            self.device(f"s{g}", f"s{g}-eth0")
            self.device(first, f"{first}-s{g}")
            self.device(last, f"{last}-d{g}")
            self.device(f"d{g}", f"d{g}-eth0")
            self.over(f"10.2.{g}.0/24", group["links_forward"])
            if group["links_back"]:
                self.over(f"10.1.{g}.0/24", group["links_back"])
            else:
                self.back_over(f"10.1.{g}.0/24", group["links_forward"])
            # The delay is at interfaces of its own, never together with the queue under test.
            self.run(first, f"tc qdisc add dev {first}-s{g} root netem {group['back']}")
            self.run(last, f"tc qdisc add dev {last}-d{g} root netem {group['forward']}")
            if group["ecn"]:
                self.run(f"s{g}", f"sysctl -q -w net.ipv4.{group['ecn']}")
            self.run(f"d{g}", f"sysctl -q -w net.ipv4.tcp_ecn={3 if group['ecn'] == 'tcp_ecn=3' else 1}")
            route = f"ip route replace default via 10.{{}}.{g}.1 congctl {group['cc']} "
            self.run(f"s{g}", route.format(1) + SENDER_ROUTE)
            self.run(f"d{g}", route.format(2) + RECEIVER_ROUTE)

    def over(self, addresses, links):
        """Packets to these addresses go over these links."""
        for k in links:
            self.run(LINKS[k - 1]["start"], f"ip route add {addresses} via 10.255.{k}.2")
            if LINKS[k - 1]["after"]:
                self.run(f"m{k}", f"ip route add {addresses} via 10.255.{k}.6")

    def back_over(self, addresses, links):
        """Packets to these addresses go over these links backwards, where nothing delays them."""
        for k in links:
            after = LINKS[k - 1]["after"]
            self.run(LINKS[k - 1]["end"], f"ip route add {addresses} via 10.255.{k}.{5 if after else 1}")
            if after:
                self.run(f"m{k}", f"ip route add {addresses} via 10.255.{k}.1")

    def device(self, host, name):
        """One packet is one segment, and as large as in the simulation."""
        self.run(host, f"ethtool -K {name} tso off gso off gro off")
        self.run(host, f"ip link set {name} mtu {MTU} up")

    def link(self, k, link):
        """The rate is HTB's; the queue under test is its only leaf. Netem follows on an interface of its own."""
        start, device = link["start"], link["device"]
        self.device(start, device)
        self.device(link["end"], f"{link['end']}-back{k}")
        if link["after"]:
            self.device(f"m{k}", f"m{k}-back")
            self.device(f"m{k}", f"m{k}-on")
            self.run(f"m{k}", f"tc qdisc add dev m{k}-on root netem {link['after']}")
        size = f"stab overhead {EXTRA_BYTES} " if EXTRA_BYTES else ""
        rate, burst = f"{link['rate_bps']}bit", link["burst_bytes"]
        self.run(start, f"tc qdisc add dev {device} root handle 1: {size}htb default 10")
        self.run(start, f"tc class add dev {device} parent 1: classid 1:10 htb rate {rate} ceil {rate} "
                        f"burst {burst} cburst {burst} quantum {MTU}")
        self.run(start, f"tc qdisc add dev {device} parent 1:10 handle 10: {link['queue']}")

    def sample(self, host, period_us, start_us, name, *words):
        path = os.path.join(self.out, f"{name}.txt")
        self.start(host, [sys.executable, "-c", SAMPLER, str(period_us), str(start_us), path, *words])

    def measure(self):
        flows = [row.split() for row in FLOWS]
        start_us = time.time_ns() // 1000 + 1_500_000 + 50_000 * len(flows)
        for flow, g, _, _, _, _, _ in flows:
            self.start(f"d{g}", ["iperf3", "--server", "--one-off", "--bind", f"10.2.{g}.2",
                                 "--port", str(10000 + int(flow))], f"receiver-{flow}")
        for g, kind in sorted({(g, kind) for _, g, _, _, kind, _, _ in flows}):
            if kind == "tcp":
                self.sample(f"s{g}", 20_000, start_us, f"ss-{g}",
                            "ss", "-tinHO", "sport >= :20001 and sport <= :20100")
            else:
                self.sample(f"d{g}", 100_000, start_us, f"udp-{g}", "grep", "^Udp:", "/proc/net/snmp")
        for k, link in enumerate(LINKS, 1):
            number = "" if k == 1 else f"-{k}"
            self.sample(link["start"], 100_000, start_us, f"qdisc{number}",
                        "tc", "-s", "qdisc", "show", "dev", link["device"])
            # From the start of a link to what follows its queue: the round trip is the time in the queue.
            self.start(link["start"], ["ping", "-D", "-n", "-i", "0.1", f"10.255.{k}.2"], f"ping{number}")
        self.write("start-us", [str(start_us)])
        for flow, g, start, stop, kind, amount, payload in sorted(flows, key=lambda one: float(one[2])):
            load = ["--time", "86400"]
            if kind == "udp":
                load += ["--udp", "--bitrate", amount, "--length", payload]
            elif amount != "0":
                load = ["--bytes", amount]
            self.sleep_until(start_us, float(start))
            self.start(f"s{g}", ["timeout", f"{float(stop) - float(start):.6f}", "iperf3", "--client", f"10.2.{g}.2",
                                 "--port", str(10000 + int(flow)), "--cport", str(20000 + int(flow)), *load],
                       f"sender-{flow}")
        self.sleep_until(start_us, DURATION_S)

    def sleep_until(self, start_us, seconds):
        if self.net is not None:
            time.sleep(max(0, start_us / 1e6 + seconds - time.time()))

    def write(self, name, lines):
        if self.net is not None:
            with open(os.path.join(self.out, f"{name}.txt"), "w") as file:
                file.write("\n".join(lines) + "\n")

    def stop(self):
        for program in self.started:
            program.terminate()
        for program in self.started:
            program.wait()


def check():
    """Names what is missing before anything is made."""
    missing = [f"{tool} is missing (package {package} in Debian)" for tool, package in
               [("iperf3", "iperf3"), ("tc", "iproute2"), ("ethtool", "ethtool"), ("ping", "iputils-ping")]
               if shutil.which(tool) is None]
    if os.geteuid() != 0:
        missing.append("Mininet needs root: sudo python3 " + sys.argv[0])
    numbers = [[int(part) for part in text.split("-")[0].split(".")[:2]] for text in (MIN_KERNEL, platform.release())]
    if numbers[1] < numbers[0]:
        queues = ", ".join(sorted({link["queue"] for link in LINKS}))
        missing.append(f"Linux {MIN_KERNEL} or newer is needed for {queues}; this is {platform.release()}")
    if missing:
        raise SystemExit("Not started:\n" + "\n".join(missing))


def main():
    parser = argparse.ArgumentParser(description="Runs a scenario of Sawtooth in Mininet.")
    parser.add_argument("--dry-run", action="store_true", help="print every command and run nothing")
    parser.add_argument("--out", default=time.strftime("sawtooth-mininet-%Y%m%d-%H%M%S"), help="folder of the record")
    args = parser.parse_args()
    if args.dry_run:
        topology = Path()
        print("hosts:", *topology.hosts())
        dry = Experiment(None, args.out)
        dry.setup()
        dry.measure()
        return
    check()
    setLogLevel("warning")
    os.makedirs(args.out, exist_ok=True)
    out = os.path.abspath(args.out)
    net = Mininet(topo=Path(), controller=None)
    experiment = Experiment(net, out)
    try:
        net.start()
        experiment.write("about", [" ".join(platform.uname()), *sorted({link["queue"] for link in LINKS}), "Mininet, sender iperf3, shaper htb"])
        experiment.write("scenario", [SCENARIO])
        experiment.write("flows", ["flow group start_s stop_s kind amount payload"] + FLOWS)
        experiment.setup()
        experiment.measure()
    finally:
        experiment.stop()
        net.stop()
    print(f"The record is in {out}. Compare it: run --over {out}, or drop the folder on the page.")


if __name__ == "__main__":
    main()`;
