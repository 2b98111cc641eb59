/** Small series with known values. */
import type { BucketSeries } from "../../../../src/engine/index.ts";

export interface Bucket {
  readonly min: number;
  readonly max: number;
  readonly last: number;
}

export function seriesOf(buckets: readonly (number | Bucket)[], bucketS = 1, startS = 0): BucketSeries {
  const full = buckets.map((bucket) =>
    typeof bucket === "number" ? { min: bucket, max: bucket, last: bucket } : bucket,
  );
  return {
    startS,
    bucketS,
    length: full.length,
    min: Float32Array.from(full, (bucket) => bucket.min),
    max: Float32Array.from(full, (bucket) => bucket.max),
    last: Float32Array.from(full, (bucket) => bucket.last),
  };
}
