import { useState } from 'react';

interface Draft {
  text: string;
  /** Merge base: the text the edit started from. */
  base: string;
  /** The conflicting text that was shown: the next submit overwrites it. */
  told?: string;
  saving: boolean;
}

/** Outside the component, so that drafts survive its unmount. */
const kept = new Map<string, Draft>();

export interface TextDraft {
  editing: boolean;
  text: string;
  /** Conflicting text somebody else has saved meanwhile. */
  theirs: string | undefined;
  /** The conflict was shown: the next submit overwrites it. */
  told: boolean;
  start: () => void;
  write: (text: string) => void;
  cancel: () => void;
  submit: () => Promise<void>;
}

/**
 * In-place edit with optimistic save: a failed save reopens the editor with the typed text. On a conflict the first
 * submit only shows it, the second overwrites.
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
    // Reads the module state, because a blur can follow a key event before the next render (stale closure).
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
