import { Link } from 'react-router';
import { CARD_TEXTS as T, NEEDS_TEXTS } from '#contract/news-texts.ts';
import type { ProjectHolder, ProjectSummary } from '#contract/project.ts';
import { presenceOf } from '#web/lib/presence.ts';
import { shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dot } from '#web/ui/dot.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { Heartbeat } from './heartbeat.tsx';
import styles from './holder-rows.module.css';
import { lockOf } from './locked-project.tsx';
import { planState } from './plan-state.ts';

export type OnFree = (holder: { name: string; taskId: string }) => void;

interface HolderRowsProps {
  project: ProjectSummary;
  onFree: OnFree;
}

/** Who holds the baton, one row each; without a holder, one row with what comes next. */
export function HolderRows({ project, onFree }: HolderRowsProps) {
  const state = planState(project, useNow());
  if (state.kind === 'held' || state.kind === 'silent')
    return (
      <div className={styles.rows} data-part={state.kind}>
        {state.holders.map((holder) => (
          <Holder key={`${holder.name} ${holder.task_id}`} project={project} holder={holder} onFree={onFree} />
        ))}
        {state.more > 0 && <p className={styles.more}>{T.moreHolders(state.more)}</p>}
      </div>
    );
  return (
    <div className={styles.rows}>
      <div className={cx(styles.row, styles.idle)}>
        <Dot tone={state.kind === 'complete' ? 'ok' : undefined} />
        <span className={typography.truncate}>
          {state.text}
          {state.next !== undefined && (
            <>
              {' · '}
              <span className={styles.next}>{state.next}</span>
            </>
          )}
        </span>
      </div>
    </div>
  );
}

function Holder({ project, holder, onFree }: HolderRowsProps & { holder: ProjectHolder }) {
  const now = useNow();
  const isSilent =
    presenceOf(holder, now) === 'stalled' || project.stopped.some(({ task_id: id }) => id === holder.task_id);
  const task = paths.task(project.id, `T${holder.task_number}`);
  if (!isSilent)
    return (
      <div className={styles.row}>
        <Dot tone="baton" pulse />
        <span className={cx(styles.text, typography.truncate)}>
          <b>{holder.name}</b> ·{' '}
          <Link className={styles.task} to={task}>
            {holder.task_title}
          </Link>
        </span>
        <Heartbeat holder={holder} />
      </div>
    );
  return (
    <div className={cx(styles.row, styles.silent)}>
      <i className={styles.ring} aria-hidden="true" />
      <span className={cx(styles.text, typography.truncate)} title={holder.task_title}>
        <b>{holder.name}</b> {T.mayHaveStopped(shortAge(holder.last_call_at, now))}
      </span>
      {lockOf(project) === undefined && (
        <Button
          className={styles.free}
          size="sm"
          onClick={() => onFree({ name: holder.name, taskId: holder.task_id })}
          aria-label={`${NEEDS_TEXTS.free}: ${holder.name}, ${project.name}`}
        >
          {NEEDS_TEXTS.free}
        </Button>
      )}
    </div>
  );
}
