/** By the clock: how long `run` takes for each of the packets that it says it moved. */
export function timed(run: () => number): { readonly packets: number; readonly nsPerPacket: number } {
  const startMs = performance.now();
  const packets = run();
  return { packets, nsPerPacket: ((performance.now() - startMs) * 1e6) / packets };
}
