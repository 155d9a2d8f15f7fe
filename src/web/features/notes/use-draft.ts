import { useState } from 'react';
import { tabStore } from '#web/lib/browser-store.ts';

export interface Draft {
  text: string;
  write(text: string): void;
  /** Clears the field but keeps the stored copy until the save is confirmed. */
  handOver(): string;
  /** After a successful save: deletes the stored copy, unless it was changed since. */
  settle(sent: string): void;
  /** After a failed save: puts the text back into the field, before anything typed since. */
  restore(sent: string): void;
}

/** The text of an unsaved note, persisted per tab, so that it survives unmounting and a reload. */
export function useDraft(name: string): Draft {
  const key = `baton-note-draft:${name}`;
  const [text, setText] = useState(() => tabStore.read(key) ?? '');
  const keep = (next: string) => (next === '' ? tabStore.remove(key) : tabStore.write(key, next));
  return {
    text,
    write: (next) => {
      setText(next);
      keep(next);
    },
    handOver: () => {
      setText('');
      return text;
    },
    settle: (sent) => {
      if (tabStore.read(key) === sent) tabStore.remove(key);
    },
    restore: (sent) =>
      setText((typed) => {
        const next = typed === '' ? sent : `${sent}\n\n${typed}`;
        keep(next);
        return next;
      }),
  };
}
