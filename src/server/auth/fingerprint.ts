import { hash } from 'node:crypto';

const BYTES = 6;

/** 48 bits of a text: enough to look it up in a list of some ten thousand without holding the list. */
export const fingerprint = (text: string): number => hash('sha256', text, 'buffer').readUIntBE(0, BYTES);
