/** What the shell is told; scripts and agents branch on these. */
export const EXIT = { fine: 0, failed: 1, usage: 2, notSignedIn: 3, held: 4, nothingReady: 5 } as const;

/** Something expected went wrong: one sentence on standard error, and the exit code that goes with it. */
export class Failure extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The words of the command line make no sense; answered with the command's usage. */
export class UsageError extends Error {}
