import { readFileSync } from 'node:fs';

/** The text of a file, or of standard input for 0. The mark that Windows puts in front of one is no part of it. */
export const readTextFile = (file: string | 0): string => readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
