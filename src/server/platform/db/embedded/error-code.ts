/** The `code` of a system error (ENOENT) or of a PostgreSQL error (57P03). */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Ignores the given error codes, so that a file that is already gone is not a failure. */
export function unless<T>(...codes: string[]): (error: unknown) => T | undefined {
  return (error) => {
    if (codes.includes(errorCode(error) ?? '')) return undefined;
    throw error;
  };
}
