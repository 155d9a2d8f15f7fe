import { hash } from 'node:crypto';

/** What is kept of a key. Keys are random: a plain hash cannot be guessed back, and finds its row by an index. */
export const hashApiKey = (key: string): string => hash('sha256', key);
