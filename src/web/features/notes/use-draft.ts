import { useState } from 'react';
import { tabStore } from '#web/lib/browser-store.ts';

export interface Draft {
  text: string;
  write(text: string): void;
  /** Empties the field but keeps the text in store until it is known to be saved. */
  handOver(): string;
  /** The text was saved: nothing of it is kept, unless something else was typed since. */
  settle(sent: string): void;
  /** The text was not saved: it stands in the field again, before what was typed since. */
  restore(sent: string): void;
}

/** What someone is writing, kept for this tab under a name, so that looking elsewhere loses nothing. */
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
