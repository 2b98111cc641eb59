/** What a rule of changes can name beside parameters: "flows" is how many there are, "presets" another run as a whole, and all back to the defaults. */
export const ACTS = ["flows", "presets"] as const;
