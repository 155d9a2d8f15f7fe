import { useCallback, useSyncExternalStore } from 'react';
import { tabStore } from '#web/lib/browser-store.ts';

interface Draft {
  text: string;
  write(text: string): void;
  /** Clears the field. The stored copy stays until the save is confirmed. */
  handOver(): Sending;
}

interface Sending {
  body: string;
  /** After a successful save: deletes the stored copy. */
  settle(): void;
  /** After a failed save: puts the text back into the field, before anything typed since. */
  restore(unsaved: string): void;
}

interface Field {
  typed: string;
  /** Not shown as a draft, otherwise it could be sent twice. */
  sending: readonly { body: string }[];
}

/** By storage key. Outside the component: a save may end when another instance shows the field. */
const fields = new Map<string, Field>();
const listeners = new Map<string, Set<() => void>>();

const fieldOf = (key: string): Field => fields.get(key) ?? { typed: tabStore.read(key) ?? '', sending: [] };
const joined = (...texts: string[]) => texts.filter((text) => text !== '').join('\n\n');

function put(key: string, { typed, sending }: Field) {
  const unsaved = joined(...sending.map(({ body }) => body), typed);
  if (unsaved === '') tabStore.remove(key);
  else tabStore.write(key, unsaved);
  fields.set(key, { typed, sending });
  for (const listener of listeners.get(key) ?? []) listener();
  forget(key);
}

/** Without an instance and a save, the storage has everything. */
function forget(key: string) {
  if (!listeners.has(key) && fields.get(key)?.sending.length === 0) fields.delete(key);
}

function subscribe(key: string, listener: () => void) {
  const ofKey = listeners.get(key) ?? new Set();
  listeners.set(key, ofKey.add(listener));
  return () => {
    ofKey.delete(listener);
    if (ofKey.size === 0) listeners.delete(key);
    forget(key);
  };
}

/** The text of an unsaved note, persisted per tab, so that it survives unmounting and a reload. */
export function useDraft(name: string): Draft {
  const key = `baton-note-draft:${name}`;
  const text = useSyncExternalStore(
    useCallback((listener) => subscribe(key, listener), [key]),
    () => fieldOf(key).typed,
  );
  return {
    text,
    write: (typed) => put(key, { ...fieldOf(key), typed }),
    handOver: () => {
      const { typed: body, sending } = fieldOf(key);
      const mine = { body };
      const end = (unsaved: string) => {
        const now = fieldOf(key);
        put(key, { typed: joined(unsaved, now.typed), sending: now.sending.filter((each) => each !== mine) });
      };
      put(key, { typed: '', sending: [...sending, mine] });
      return { body, settle: () => end(''), restore: end };
    },
  };
}
