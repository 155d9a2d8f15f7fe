/** Thrown by a command that was called with the wrong words; answered with the command's usage line. */
export class UsageError extends Error {}
