/** An estimate for many from a sample of them: 95 of 100 such samples have the truth between `low` and `high`. */
export interface Estimate {
  readonly value: number;
  readonly standardError: number;
  readonly low: number;
  readonly high: number;
}

/** A group of `size` of which some were measured. */
interface Sample {
  readonly size: number;
  readonly numbers: readonly number[];
}

/**
 * The sum over groups that were sampled one by one.
 * The error is that of taking a part for the whole: a group that was measured completely adds none, nor does one of which one is as good as any.
 */
export function estimateSum(samples: readonly Sample[]): Estimate {
  let value = 0;
  let variance = 0;
  let freedom = Number.POSITIVE_INFINITY;
  for (const { size, numbers } of samples) {
    const mean = sumOf(numbers) / numbers.length;
    value += size * mean;
    if (numbers.length === size || numbers.length === 1) continue;
    const spread = sumOf(numbers.map((number) => (number - mean) ** 2)) / (numbers.length - 1);
    variance += (size * (size - numbers.length) * spread) / numbers.length;
    freedom = Math.min(freedom, numbers.length - 1);
  }
  const standardError = Math.sqrt(variance);
  const margin = standardError === 0 ? 0 : standardError * studentQuantile(freedom);
  return { value, standardError, low: Math.max(0, value - margin), high: value + margin };
}

export function scaleEstimate({ value, standardError, low, high }: Estimate, factor: number): Estimate {
  return { value: value * factor, standardError: standardError * factor, low: low * factor, high: high * factor };
}

/** Half of the 95 % interval in standard errors: Student's distribution, after three degrees of freedom as a series (Cornish and Fisher). */
function studentQuantile(freedom: number): number {
  return [12.706, 4.303, 3.182][freedom - 1] ?? 1.96 + 2.372 / freedom + 2.823 / freedom ** 2;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Multiples of it, without their whole part, are spread evenly between 0 and 1, however many of them are taken. */
export const evenStep = 0.618034;
