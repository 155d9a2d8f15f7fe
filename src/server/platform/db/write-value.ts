/**
 * Serialises a parameter as text. The driver would do so only while sending: a value it cannot serialise would then be
 * a gap between two pipelined statements. Here it throws before anything is sent.
 */
export function writeValue(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return writePlain(value);
  if (Buffer.isBuffer(value)) return value;
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  // With its zone, so that it is independent of the session's; an invalid date throws.
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return writeArray(value);
  return JSON.stringify(value);
}

function writePlain(value: unknown): string {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new TypeError(`a ${typeof value} is no value of a statement`);
  return String(value);
}

function writeArray(values: readonly unknown[]): string {
  return `{${values.map(writeElement).join(',')}}`;
}

function writeElement(value: unknown): string {
  if (Array.isArray(value)) return writeArray(value);
  const written = writeValue(value);
  if (written === null) return 'NULL';
  if (typeof written !== 'string') return `"\\\\x${written.toString('hex')}"`;
  return `"${written.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
