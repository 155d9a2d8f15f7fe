/** A start that fails for a reason the operator can fix; the message is the one line they read. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
