/** Wrong arguments; answered with the command's usage line. */
export class UsageError extends Error {}
