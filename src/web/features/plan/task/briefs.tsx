import { ChevronRight } from 'lucide-react';
import { OPERATIONAL_BRIEF_MAX } from '#contract/constants.ts';
import type { TaskList } from '#contract/task.ts';
import { TextBlock } from './text-block.tsx';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './briefs.module.css';

/** A list's operational brief, collapsed to its first line. */
export function Brief({
  list,
  title,
  onSave,
}: {
  list: TaskList;
  title: string;
  onSave: (brief: string) => Promise<boolean>;
}) {
  const first = firstWords(list.operational_brief);
  return (
    <details className={styles.brief}>
      <summary>
        <ChevronRight className={icon.size12} />
        <span className={typography.nowrap}>{title}</span>
        <span className={cx(styles.first, typography.tertiary, typography.truncate)}>
          {first === '' ? 'None yet' : first}
        </span>
      </summary>
      <div className={styles.body}>
        <TextBlock
          key={list.id}
          draftKey={`brief:${list.id}`}
          label={title.toLowerCase()}
          value={list.operational_brief}
          maxLength={OPERATIONAL_BRIEF_MAX}
          empty="Nothing written yet. Rules, limits and conventions for every task in this list belong here."
          onSave={onSave}
        />
      </div>
    </details>
  );
}

/** The first line that is not a heading. */
function firstWords(brief: string) {
  const lines = brief.split('\n').map((line) => line.trim());
  const first = lines.find((line) => line !== '' && !/^#{1,6}\s/.test(line)) ?? lines.find(Boolean) ?? '';
  return first.replace(/^#+\s+/, '');
}
