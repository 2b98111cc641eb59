/** Portable maths: the last bits of Math.cbrt and the like differ between JS engines; +, -, *, / and sqrt do not. */

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);
const HIGH = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 1 : 0;

/** Cube root, within one unit in the last place. */
export function cubeRoot(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  const magnitude = x < 0 ? -x : x;
  // First guess: a third of the exponent; 715094163 places the bias (Kahan's classic constant).
  float[0] = magnitude;
  words[HIGH] = Math.floor(words[HIGH] / 3) + 715094163;
  words[1 - HIGH] = 0;
  let root = float[0];
  for (let i = 0; i < 5; i++) root -= (root - magnitude / (root * root)) / 3;
  return x < 0 ? -root : root;
}

export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}
