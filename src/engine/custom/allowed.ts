/**
 * The JavaScript built-ins that programs may use: those of ECMAScript 2025, except the ones that compile texts, intercept access
 * (Proxy, Reflect), run code later (promises) or depend on the machine. The interpreter's own functions for errors
 * (prepareStackTrace, captureStackTrace, stackTraceLimit) are also excluded, because they would give access to functions of the
 * prelude.
 */

const words = (text: string) => text.trim().split(/\s+/);

/** Names of the global objects and functions that programs can use. */
export const ALLOWED_GLOBALS: readonly string[] = words(`
  globalThis undefined NaN Infinity isFinite isNaN parseFloat parseInt
  Object Array Number Boolean String Symbol BigInt Math JSON RegExp Map Set
  Error EvalError RangeError ReferenceError SyntaxError TypeError URIError
  ArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array
  Float32Array Float64Array BigInt64Array BigUint64Array
`);

/**
 * Methods of iterators that programs cannot use. Each makes an iterator that calls the previous iterator, on the machine's own
 * stack. The length at which a chain of them fails differs between browsers.
 */
export const LAZY_METHODS: readonly string[] = words("map filter take drop flatMap");

/**
 * Allowed members of these built-ins, and of functions, iterators and generators. Programs can create the latter without calling
 * a built-in.
 */
export const ALLOWED_MEMBERS: readonly string[] = words(`
  length name message prototype toString toLocaleString valueOf call apply bind
  create getPrototypeOf setPrototypeOf defineProperty defineProperties getOwnPropertyNames getOwnPropertySymbols
  getOwnPropertyDescriptor getOwnPropertyDescriptors groupBy keys values entries isExtensible preventExtensions is assign
  seal freeze isSealed isFrozen fromEntries hasOwn hasOwnProperty isPrototypeOf propertyIsEnumerable
  isArray from of at concat with copyWithin every some forEach map filter reduce reduceRight fill find findIndex findLast
  findLastIndex indexOf lastIndexOf includes join pop push shift unshift reverse toReversed sort toSorted slice splice
  toSpliced flatMap flat subarray
  toArray next return throw
  parseInt parseFloat isNaN isFinite isInteger isSafeInteger MAX_VALUE MIN_VALUE EPSILON MAX_SAFE_INTEGER
  MIN_SAFE_INTEGER NaN NEGATIVE_INFINITY POSITIVE_INFINITY toExponential toFixed toPrecision asIntN asUintN
  fromCharCode fromCodePoint raw charAt charCodeAt codePointAt isWellFormed toWellFormed startsWith endsWith match matchAll
  search split substring substr repeat replace replaceAll padStart padEnd trim trimStart trimEnd localeCompare normalize
  toLowerCase toUpperCase toLocaleLowerCase toLocaleUpperCase
  for keyFor toPrimitive iterator toStringTag isConcatSpreadable hasInstance species unscopables asyncIterator description
  flags source global ignoreCase multiline dotAll unicode unicodeSets sticky hasIndices exec test
  min max abs floor ceil round sqrt acos asin atan atan2 cos exp log pow sin tan trunc sign cosh sinh tanh acosh asinh atanh
  expm1 log1p log2 log10 cbrt hypot fround imul clz32 E LN10 LN2 LOG2E LOG10E PI SQRT1_2 SQRT2
  parse stringify
  set get has add delete clear size isDisjointFrom isSubsetOf isSupersetOf intersection difference symmetricDifference union
  isView BYTES_PER_ELEMENT buffer byteLength byteOffset
  getInt8 getUint8 getInt16 getUint16 getInt32 getUint32 getBigInt64 getBigUint64 getFloat32 getFloat64
  setInt8 setUint8 setInt16 setUint16 setInt32 setUint32 setBigInt64 setBigUint64 setFloat32 setFloat64
`);
