import { endsFence } from './blocks/fence.ts';
import { LineCursor } from './blocks/line-cursor.ts';
import { type LineStart, scanLineStart } from './blocks/line-start.ts';

/** What begins an item that is not numbered. */
export const BULLETS = '-+*';
/** With the sign that word processors write, for texts that are pasted from one. */
export const PASTED_BULLETS = `${BULLETS}•`;

/** The block that a line by itself begins; undefined for plain text. */
export const readLineStart = (line: string, bullets = BULLETS): LineStart | undefined =>
  scanLineStart(new LineCursor(line), { bullets, hasFootnotes: false });

/** Whether a line ends the code that these marks began. */
export const closesFence = (mark: string, line: string): boolean => endsFence(new LineCursor(line), mark);
