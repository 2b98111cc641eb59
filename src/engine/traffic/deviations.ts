/** Deliberate deviations of the kinds of traffic from the texts that define them, by id. Only cards and documents read them. */
import type { Deviation } from "../params/algorithm.ts";

export const TRAFFIC_DEVIATIONS: Readonly<Record<string, readonly Deviation[]>> = {
  http: [
    {
      subject: "request of a web page",
      text: "RFC 9112: travels to the server",
      here: "the server sends as the connection is open, or at once on a persistent one",
      effect: "response times lack the way of each request: half a round trip",
    },
    {
      subject: "gaps and sizes of web pages",
      text: "Kwon and Fahmy: exponential gaps, without means; no sizes",
      here: "the means of ns-2's web-traffic example, Pareto II with shape 1.2",
      effect: "their response times cannot be repeated, only their order",
    },
  ],
};
