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
    "    senders s1, s2, ... --- r === bottleneck ===> b --- receivers d1, d2, ...",
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
    assigned("RATE_BPS", plan.rateBps),
    assigned("BURST_BYTES", plan.burstBytes),
    assigned("MTU", plan.mtuBytes),
    `# The shaper counts a full packet as the simulation does: ${plan.wireBytes} bytes.`,
    assigned("EXTRA_BYTES", plan.extraBytes),
    assigned("QUEUE", plan.queue),
    assigned("MIN_KERNEL", plan.minKernel),
    `SYSCTLS = [${plan.sysctls.map(literal).join(", ")}]`,
    assigned("SENDER_ROUTE", plan.senderRoute),
    assigned("RECEIVER_ROUTE", plan.receiverRoute),
    "",
    "# By group of flows: congestion control, ECN, and netem towards receivers and back.",
    "GROUPS = [",
    ...plan.groups.map(
      ({ cc, ecn, forward, back }) =>
        `    dict(cc=${literal(cc)}, ecn=${literal(ecn)},\n         forward=${literal(forward)}, back=${literal(back)}),`,
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

class Dumbbell(Topo):
    """Senders and receivers of each group at two routers, r and b. The bottleneck leads from r to b."""

    def build(self):
        r = self.addHost("r", ip="10.255.0.1/30")
        b = self.addHost("b", ip="10.255.0.2/30")
        self.addLink(r, b, intfName1="bottleneck", intfName2="b-back",
                     params1={"ip": "10.255.0.1/30"}, params2={"ip": "10.255.0.2/30"})
        for g in range(1, len(GROUPS) + 1):
            s = self.addHost(f"s{g}", ip=f"10.1.{g}.2/24")
            d = self.addHost(f"d{g}", ip=f"10.2.{g}.2/24")
            self.addLink(s, r, intfName1=f"s{g}-eth0", intfName2=f"r-s{g}",
                         params1={"ip": f"10.1.{g}.2/24"}, params2={"ip": f"10.1.{g}.1/24"})
            self.addLink(b, d, intfName1=f"b-d{g}", intfName2=f"d{g}-eth0",
                         params1={"ip": f"10.2.{g}.1/24"}, params2={"ip": f"10.2.{g}.2/24"})


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
        hosts = ["r", "b"] + [f"{kind}{g}" for g in range(1, len(GROUPS) + 1) for kind in "sd"]
        for host in hosts:
            for setting in SYSCTLS + ["tcp_ecn_fallback=0", "tcp_no_metrics_save=1", "ip_forward=1",
                                      "tcp_rmem=4096 131072 67108864", "tcp_wmem=4096 131072 67108864"]:
                self.run(host, f"sysctl -q -w 'net.ipv4.{setting}'")
        self.device("r", "bottleneck")
        self.device("b", "b-back")
        self.run("r", "ip route add 10.2.0.0/16 via 10.255.0.2")
        self.run("b", "ip route add 10.1.0.0/16 via 10.255.0.1")
        self.bottleneck()
        for g, group in enumerate(GROUPS, 1):
            self.device(f"s{g}", f"s{g}-eth0")
            self.device("r", f"r-s{g}")
            self.device("b", f"b-d{g}")
            self.device(f"d{g}", f"d{g}-eth0")
            # The delay is at interfaces of its own, never together with the queue under test.
            self.run("r", f"tc qdisc add dev r-s{g} root netem {group['back']}")
            self.run("b", f"tc qdisc add dev b-d{g} root netem {group['forward']}")
            if group["ecn"]:
                self.run(f"s{g}", f"sysctl -q -w net.ipv4.{group['ecn']}")
            self.run(f"d{g}", f"sysctl -q -w net.ipv4.tcp_ecn={3 if group['ecn'] == 'tcp_ecn=3' else 1}")
            route = f"ip route replace default via 10.{{}}.{g}.1 congctl {group['cc']} "
            self.run(f"s{g}", route.format(1) + SENDER_ROUTE)
            self.run(f"d{g}", route.format(2) + RECEIVER_ROUTE)

    def device(self, host, name):
        """One packet is one segment, and as large as in the simulation."""
        self.run(host, f"ethtool -K {name} tso off gso off gro off")
        self.run(host, f"ip link set {name} mtu {MTU} up")

    def bottleneck(self):
        """The rate is HTB's; the queue under test is its only leaf."""
        size = f"stab overhead {EXTRA_BYTES} " if EXTRA_BYTES else ""
        self.run("r", f"tc qdisc add dev bottleneck root handle 1: {size}htb default 10")
        self.run("r", f"tc class add dev bottleneck parent 1: classid 1:10 htb rate {RATE_BPS}bit ceil {RATE_BPS}bit "
                      f"burst {BURST_BYTES} cburst {BURST_BYTES} quantum {MTU}")
        self.run("r", f"tc qdisc add dev bottleneck parent 1:10 handle 10: {QUEUE}")

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
        self.sample("r", 100_000, start_us, "qdisc", "tc", "-s", "qdisc", "show", "dev", "bottleneck")
        # From one end of the bottleneck to the other: the round trip is the time in the queue.
        self.start("r", ["ping", "-D", "-n", "-i", "0.1", "10.255.0.2"], "ping")
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
        missing.append(f"Linux {MIN_KERNEL} or newer is needed for {QUEUE}; this is {platform.release()}")
    if missing:
        raise SystemExit("Not started:\n" + "\n".join(missing))


def main():
    parser = argparse.ArgumentParser(description="Runs a scenario of Sawtooth in Mininet.")
    parser.add_argument("--dry-run", action="store_true", help="print every command and run nothing")
    parser.add_argument("--out", default=time.strftime("sawtooth-mininet-%Y%m%d-%H%M%S"), help="folder of the record")
    args = parser.parse_args()
    if args.dry_run:
        topology = Dumbbell()
        print("hosts:", *topology.hosts())
        dry = Experiment(None, args.out)
        dry.setup()
        dry.measure()
        return
    check()
    setLogLevel("warning")
    os.makedirs(args.out, exist_ok=True)
    out = os.path.abspath(args.out)
    net = Mininet(topo=Dumbbell(), controller=None)
    experiment = Experiment(net, out)
    try:
        net.start()
        experiment.write("about", [" ".join(platform.uname()), QUEUE, "Mininet, sender iperf3, shaper htb"])
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
