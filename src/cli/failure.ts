/** Exit codes; scripts and agents branch on these. */
export const EXIT = { fine: 0, failed: 1, usage: 2, notSignedIn: 3, held: 4, nothingReady: 5 } as const;

/** An expected failure: one sentence on standard error, and its exit code. */
export class Failure extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Wrong arguments; answered with the command's usage. */
export class UsageError extends Error {}
