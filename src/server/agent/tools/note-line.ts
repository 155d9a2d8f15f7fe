import type { NoteType } from '#contract/note.ts';
import { oneLine } from '../rules.ts';

export const NOTE_WORDS: Record<NoteType, string> = {
  PROGRESS: 'progress',
  FINDING: 'finding',
  CONTEXT: 'context',
  FILE_LIST: 'files',
  OTHER: 'note',
};

interface ShownNote {
  number: number | null;
  type: NoteType;
  body: string;
  author: string;
  pinned: boolean;
}

/** "T4 finding (codex, pinned): the parser drops…" */
export function noteLine({ number, type, body, author, pinned }: ShownNote, max: number): string {
  const about = number === null ? '' : `T${number} `;
  return `${about}${NOTE_WORDS[type]} (${author}${pinned ? ', pinned' : ''}): ${oneLine(body, max)}`;
}
