/**
 * Maths functions that give the same bits in every JavaScript engine. The last bits of Math.cbrt and similar functions differ
 * between engines; those of +, -, *, / and sqrt do not.
 */

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);
const HIGH = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 1 : 0;

/** Returns the cube root, within one unit in the last place. */
export function cubeRoot(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  const magnitude = x < 0 ? -x : x;
  // First estimate: a third of the exponent. The constant 715094163 corrects the bias of the exponent (Kahan).
  float[0] = magnitude;
  words[HIGH] = Math.floor(words[HIGH] / 3) + 715094163;
  words[1 - HIGH] = 0;
  let root = float[0];
  for (let i = 0; i < 5; i++) root -= (root - magnitude / (root * root)) / 3;
  return x < 0 ? -root : root;
}

const LN2 = Math.LN2;
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** Returns the natural logarithm of a positive number, within a few units in the last place. */
export function ln(x: number): number {
  if (!(x > 0) || x === Number.POSITIVE_INFINITY)
    return x === 0 ? Number.NEGATIVE_INFINITY : x > 0 ? x : Number.NaN;
  float[0] = x;
  let exponent = ((words[HIGH] >>> 20) & 0x7ff) - 1023;
  if (exponent === -1023) return ln(x * 18014398509481984) - 54 * LN2;
  // The mantissa is brought into [√½, √2), so that the series below converges fast.
  words[HIGH] = (words[HIGH] & 0xfffff) | 0x3ff00000;
  let mantissa = float[0];
  if (mantissa > Math.SQRT2) {
    mantissa /= 2;
    exponent++;
  }
  // Identity used for the series: ln m = 2·atanh((m - 1)/(m + 1)).
  const z = (mantissa - 1) / (mantissa + 1);
  const z2 = z * z;
  let sum = 0;
  for (let k = 21; k >= 1; k -= 2) sum = sum * z2 + 1 / k;
  return 2 * z * sum + exponent * LN2;
}

/** Returns e to the power of x, within a few units in the last place. */
export function exp(x: number): number {
  if (Number.isNaN(x) || x > 709.78) return x > 0 ? Number.POSITIVE_INFINITY : x;
  if (x < -745.2) return 0;
  const halvings = Math.round(x / LN2);
  // LN2 is subtracted in two parts, because a single product with a large number of halvings would not be exact enough.
  const r = x - halvings * LN2_HIGH - halvings * LN2_LOW;
  let sum = 1;
  for (let k = 18; k >= 1; k--) sum = 1 + (sum * r) / k;
  return scaleByPowerOfTwo(sum, halvings);
}

/** Returns x to the power of y, for positive x. */
export function pow(x: number, y: number): number {
  return x === 0 ? (y === 0 ? 1 : 0) : exp(y * ln(x));
}

function scaleByPowerOfTwo(x: number, exponent: number): number {
  // The result is scaled in two steps, because 2^exponent alone may be too small for a normal number.
  const half = exponent >> 1;
  return x * powerOfTwo(half) * powerOfTwo(exponent - half);
}

function powerOfTwo(exponent: number): number {
  words[HIGH] = (exponent + 1023) << 20;
  words[1 - HIGH] = 0;
  return float[0];
}

/** Returns `value` limited to [low, high]. */
export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}
