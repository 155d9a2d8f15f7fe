import { useRef, useState } from 'react';
import type { Draft } from './add-draft.ts';

/** The new row that is being written. A refused one comes back into the field, or after what is being written there. */
export function useDraft() {
  const [draft, setDraft] = useState<Draft>();
  /** What stands in the field by now. */
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
    /** Done with this one. Answers what the field is for now: something refused goes before what would be next. */
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
