import { Check } from 'lucide-react';
import { GENERATION_TEXTS as T } from '#contract/generation-texts.ts';
import type { DraftedList } from '#contract/generation.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { Dot } from '#web/ui/dot.tsx';
import styles from './drafted-lists.module.css';

/** As many as fit on a phone. */
const SHOWN_MAX = 8;

/** The lists of the plan that is being made, each with its tasks so far; nothing before the first. */
export function DraftedLists({ lists }: { lists: readonly DraftedList[] }) {
  if (lists.length === 0) return null;
  // Two lists of a draft may have the same name; their order does not change.
  const shown = lists.slice(0, SHOWN_MAX).map((list, place) => ({ ...list, key: `${place} ${list.name}` }));
  const more = lists.length - SHOWN_MAX;
  return (
    <ul className={styles.lists} aria-label={T.lists}>
      {shown.map(({ key, name, tasks, done }) => (
        <li key={key}>
          <span className={styles.glyph} aria-hidden="true">
            {done ? <Check /> : <Dot tone="baton" pulse />}
          </span>
          <span className={typography.truncate}>{name}</span>
          <span className={cx(styles.count, typography.tabular)}>{T.listTasks(tasks)}</span>
        </li>
      ))}
      {more > 0 && <li className={typography.tertiary}>{T.moreLists(more)}</li>}
    </ul>
  );
}
