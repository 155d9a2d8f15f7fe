import { useState } from 'react';
import type { Need } from '#contract/news.ts';
import { NEEDS_TEXTS as T } from '#contract/news-texts.ts';
import { Announcement } from '#web/ui/announcement.tsx';
import { keyOf } from './merge-needs.ts';

const SAID_AT_ONCE = 3;

/** Live region: announces each need once that was not there when the page was opened. */
export function NeedsNews({ needs }: { needs: readonly Need[] }) {
  const [known, setKnown] = useState<ReadonlySet<string>>(() => new Set(needs.map(keyOf)));
  const [said, setSaid] = useState({ text: '' });
  const fresh = needs.filter((need) => !known.has(keyOf(need)));
  if (fresh.length > 0) {
    setKnown(new Set([...known, ...fresh.map(keyOf)]));
    const named = fresh.slice(0, SAID_AT_ONCE).map(say);
    const left = fresh.length - named.length;
    setSaid({ text: [...named, ...(left > 0 ? [T.more(left)] : [])].join('. ') });
  }
  return <Announcement text={said.text} of={said} />;
}

function say({ kind, by, project_name: project, task_number: number }: Need): string {
  if (kind === 'question') return T.newQuestion(by ?? '', project, number);
  return kind === 'block' ? T.newBlock(project, number) : T.newStop(by ?? '', project, number);
}
