import { readFileSync } from 'node:fs';

/** The text of a file, or of standard input for 0, without a byte order mark. */
export const readTextFile = (file: string | 0): string => readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
