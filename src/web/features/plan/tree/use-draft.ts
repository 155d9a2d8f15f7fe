import { useRef, useState } from 'react';
import type { Draft } from './add-draft.ts';

/** The row being written. One that failed to save reopens with its text, or is queued behind the current one. */
export function useDraft() {
  const [draft, setDraft] = useState<Draft>();
  /** Current text of the uncontrolled field. */
  const written = useRef('');
  const refused = useRef<Draft[]>([]);
  const open = (next: Draft | undefined) => {
    written.current = next?.text ?? '';
    setDraft(next);
  };
  return {
    draft,
    open,
    type: (text: string) => {
      written.current = text;
    },
    /** Closes the current draft and opens the next: a queued failed one before `next`. Returns what was opened. */
    leave: (next?: Draft) => {
      const following = refused.current.shift() ?? next;
      open(following);
      return following;
    },
    bringBack: (back: Draft) => {
      if (written.current.trim() === '') open(back);
      else refused.current.push(back);
    },
  };
}
