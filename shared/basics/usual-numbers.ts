/** Numbers of attempts and seconds that people write: nobody writes `failureThreshold: 121`. */
const usualNumbers: readonly number[] = [
  ...[1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 20, 24, 25, 30, 36, 40, 45, 48, 50, 60, 72, 80, 90, 100],
  ...[120, 150, 180, 200, 240, 250, 300, 360, 400, 450, 480, 500, 600, 720, 750, 800, 900, 1000],
];

/** The smallest usual number that is no smaller; the number itself where there is none. */
export function usualFrom(value: number): number {
  return usualNumbers.find((usual) => usual >= value) ?? value;
}

/** The largest usual number that is no larger; the number itself where there is none. */
export function usualUpTo(value: number): number {
  return usualNumbers.findLast((usual) => usual <= value) ?? value;
}
