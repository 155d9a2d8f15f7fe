import { useState } from 'react';

interface Draft {
  text: string;
  /** The text the edit was begun on. */
  base: string;
  /** The other text the person was told about: saving once more replaces it. */
  told?: string;
  saving: boolean;
}

/** What is being written survives a look at another task. */
const kept = new Map<string, Draft>();

export interface TextDraft {
  editing: boolean;
  text: string;
  /** What somebody else has written into the same place meanwhile. */
  theirs: string | undefined;
  /** The person was told about it: the next submit replaces it. */
  told: boolean;
  start: () => void;
  write: (text: string) => void;
  cancel: () => void;
  submit: () => Promise<void>;
}

/**
 * An edit in place: shown as saved at once; a save that fails brings the typed text back.
 * When the text underneath has changed since, the first submit only says so.
 */
export function useTextDraft(key: string, current: string, save: (text: string) => Promise<boolean>): TextDraft {
  const [draft, setDraft] = useState(() => kept.get(key));
  const put = (next: Draft | undefined) => {
    if (next) kept.set(key, next);
    else kept.delete(key);
    setDraft(next);
  };
  const editing = draft !== undefined && !draft.saving;
  const theirs = editing && current !== draft.base && current !== draft.text ? current : undefined;

  const submit = async () => {
    // The kept one, not the drawn one: a blur may follow a key before anything was drawn anew.
    const now = kept.get(key);
    if (!now || now.saving) return;
    if (now.text === current) return put(undefined);
    if (theirs !== undefined && now.told !== theirs) return put({ ...now, told: theirs });
    const sent = { ...now, saving: true };
    put(sent);
    const saved = await save(now.text);
    if (kept.get(key) === sent) put(saved ? undefined : now);
    return undefined;
  };
  return {
    editing,
    text: draft?.text ?? current,
    theirs,
    told: theirs !== undefined && draft?.told === theirs,
    start: () => {
      const before = kept.get(key);
      put(before && !before.saving ? before : { text: current, base: current, saving: false });
    },
    write: (text) => draft && put({ ...draft, text }),
    cancel: () => put(undefined),
    submit,
  };
}
