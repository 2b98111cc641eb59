/** Deliberate deviations of the kinds of traffic from the texts that define them, by id. Only cards and documents read them. */
import type { Deviation } from "../params/algorithm.ts";

export const TRAFFIC_DEVIATIONS: Readonly<Record<string, readonly Deviation[]>> = {
  ping: [
    {
      subject: "size of a ping",
      text: "RFC 792: an echo request has 28 bytes of headers",
      here: "the headers that the run counts for every packet, 52 bytes by default",
      effect: "a ping takes 24 bytes more on the link: 0.2 ms at 1 Mbps",
    },
  ],
  http: [
    {
      subject: "request of a web page",
      text: "RFC 9112: the request travels to the server",
      here: "no request: the server sends when the connection is open, or at once on a persistent connection",
      effect: "response times do not include the transit time of the request, half a round trip",
    },
    {
      subject: "gaps and sizes of web pages",
      text: "Kwon and Fahmy: exponential gaps, but no mean and no sizes are given",
      here: "the means of ns-2's web-traffic example; sizes from a Pareto II distribution with shape 1.2",
      effect: "the paper's response times cannot be reproduced, only their order",
    },
  ],
};
