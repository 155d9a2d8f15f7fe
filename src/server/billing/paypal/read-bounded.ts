/** The bytes of an answer, or undefined when there are more than anybody meant to send. */
export async function readBounded(response: Response, max: number): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early also ends the connection.
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > max) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
