/** A start that cannot go on for a reason the person at the terminal can mend; the message is the one line they read. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
