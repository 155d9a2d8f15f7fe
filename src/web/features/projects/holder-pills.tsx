import { Link } from 'react-router';
import { CARD_TEXTS as T } from '#contract/news-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { PRESENCE_WORDS, presenceOf } from '#web/lib/presence.ts';
import { shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { Dot } from '#web/ui/dot.tsx';
import styles from './holder-pills.module.css';

const LOOK = { working: undefined, quiet: styles.quiet, stalled: styles.stalled } as const;
const TONE = { working: 'baton', quiet: 'warn', stalled: 'bad' } as const;
const PILLS = 2;

/** Who holds a baton, in the bar of a screen without the plan; each leads to its task. */
export function HolderPills({ project }: { project: Pick<ProjectSummary, 'id' | 'holders'> }) {
  const now = useNow();
  const { id, holders } = project;
  return (
    <>
      {holders.slice(0, PILLS).map((holder) => {
        const presence = presenceOf(holder, now);
        return (
          <Link
            key={holder.task_id}
            className={cx(styles.holder, LOOK[presence])}
            to={paths.task(id, `T${holder.task_number}`)}
            title={holder.task_title}
            data-part="holder"
          >
            <Dot tone={TONE[presence]} pulse={presence === 'working'} />
            <span className={typography.truncate}>
              <b>{holder.name}</b> {PRESENCE_WORDS[presence]}
            </span>
            <span className={styles.since}>
              {presence === 'working'
                ? `T${holder.task_number} · ${shortAge(holder.since, now)}`
                : `last call ${shortAge(holder.last_call_at, now)} ago`}
            </span>
          </Link>
        );
      })}
      {holders.length > PILLS && (
        <span className={cx(typography.small, typography.tertiary, typography.nowrap)}>
          {T.moreHolders(holders.length - PILLS)}
        </span>
      )}
    </>
  );
}
