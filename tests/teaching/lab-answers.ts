/** For each lab's task: settings that meet every condition, and settings of a wrong idea that do not. */
export const LAB_ANSWERS: Readonly<Record<string, { readonly right: string; readonly wrong: string }>> = {
  "sawtooth-lab": { right: "limit=20p", wrong: "limit=10p" },
};
