/** Texts about where work is and how it was verified. */
export const PROOF_TEXTS = {
  title: 'Where the work is',
  passed: (seconds: string) => `Passed in ${seconds}`,
  failed: (code: number, seconds: string) => `Failed with exit code ${code} after ${seconds}`,
  output: 'Last lines',
  noOutput: 'It printed nothing.',
  on: (commit: string) => `on ${commit}`,
} as const;

/** "0.8 s", "52 s", "4 min 5 s". */
export function sayDuration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const rest = whole % 60;
  return rest === 0 ? `${Math.floor(whole / 60)} min` : `${Math.floor(whole / 60)} min ${rest} s`;
}
