import { hash } from 'node:crypto';

const BYTES = 6;

/** A 48-bit hash: collisions are negligible among some ten thousand entries. */
export const fingerprint = (text: string): number => hash('sha256', text, 'buffer').readUIntBE(0, BYTES);
