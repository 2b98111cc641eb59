/** A cluster of one node on this machine, run by Slurm's own daemons with all their files in one folder. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** Returns the reason why no cluster can run on this machine; null if one can. */
export function missingForSlurm(): string | null {
  for (const program of ["slurmctld", "slurmd", "sbatch", "squeue", "scancel"]) {
    if (spawnSync(program, ["-V"]).error !== undefined)
      return `${program} is not installed (Debian: slurm-wlm)`;
  }
  if (process.getuid?.() !== 0) return "slurmd needs root";
  return null;
}

export interface LoopbackSlurm {
  /** Runs one of Slurm's commands, or a script that calls them. Returns the output without its final line end. */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): string;
}

/** Starts the daemons. `atEnd` receives the function that stops them. */
export async function startSlurm(folder: string, atEnd: (stop: () => void) => void): Promise<LoopbackSlurm> {
  const conf = join(folder, "slurm.conf");
  for (const name of ["state", "spool"]) mkdirSync(join(folder, name));
  writeFileSync(conf, await configuration(folder));
  const environment = { ...process.env, SLURM_CONF: conf };
  const daemon = (program: string, ...args: string[]) =>
    spawn(program, ["-D", ...args], { env: environment, stdio: "ignore" });
  const daemons = [daemon("slurmctld"), daemon("slurmd", "-N", "localhost")];
  atEnd(() => {
    for (const one of daemons) one.kill("SIGTERM");
  });
  const slurm: LoopbackSlurm = {
    run(program, args, env = {}) {
      const { status, stdout, stderr } = spawnSync(program, args, {
        env: { ...environment, ...env },
        encoding: "utf8",
      });
      if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
      return stdout.trimEnd();
    },
  };
  await until(
    () =>
      spawnSync("sinfo", ["-h", "-o", "%T"], { env: environment, encoding: "utf8" }).stdout.trim() === "idle",
  );
  return slurm;
}

/** Checks the condition repeatedly until it holds. The test's time limit ends a check that never succeeds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 200));
}

/**
 * Authentication is off, because only this machine's root uses the cluster. More processors are configured than
 * exist, so that tasks overlap.
 */
async function configuration(folder: string): Promise<string> {
  const [ctldPort, slurmdPort] = [await freePort(), await freePort()];
  return `ClusterName=loopback
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=${ctldPort}
SlurmdPort=${slurmdPort}
AuthType=auth/none
CredType=cred/none
SlurmUser=root
SlurmdUser=root
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=0
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
NodeName=localhost NodeAddr=127.0.0.1 CPUs=3 RealMemory=1000 State=UNKNOWN
PartitionName=all Nodes=localhost Default=YES State=UP
`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
