/** For each lab's task: settings that meet every condition, and settings of a wrong idea that do not. */
export const LAB_ANSWERS: Readonly<Record<string, { readonly right: string; readonly wrong: string }>> = {
  "aimd-lab": { right: "beta-loss=0.6&limit=42p", wrong: "beta-loss=0.9" },
  "bbr-lab": { right: "limit=141p", wrong: "limit=1000p" },
  "buffer-lab": { right: "limit=77p", wrong: "limit=10p" },
  "capture-lab": { right: "cc=cubic&limit=58p&initial-window=11", wrong: "limit=10p" },
  "cubic-lab": { right: "cc=cubic", wrong: "limit=1500p" },
  "dctcp-lab": { right: "step=8p", wrong: "step=2p" },
  "ecn-lab": { right: "ecn=on&target=2ms&beta-ecn=0.8", wrong: "target=2ms" },
  "incast-lab": { right: "min-rto=3ms&limit=226p", wrong: "initial-window=10" },
  "l4s-lab": { right: "aqm=dualpi2&dual-k=3.5", wrong: "aqm=pie" },
  "pages-lab": { right: "aqm=fq-codel", wrong: "limit=5p" },
  "rtt-lab": { right: "cc=cubic", wrong: "aqm=codel" },
  "sawtooth-lab": { right: "limit=20p", wrong: "limit=10p" },
};
