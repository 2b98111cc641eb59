/** Which browser the tests open: SAWTOOTH_BROWSER, Chromium unless it says Firefox. */
const given = process.env.SAWTOOTH_BROWSER ?? "chromium";

if (given !== "chromium" && given !== "firefox")
  throw new Error(`SAWTOOTH_BROWSER is ${given}; it may be chromium or firefox.`);

export const browserName = given;
