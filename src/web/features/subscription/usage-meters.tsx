import { LayoutGrid, type LucideIcon, Sparkles, Upload, Zap } from 'lucide-react';
import { SUBSCRIPTION_TEXTS as T } from '#contract/subscription-texts.ts';
import type { CurrentSubscription } from '#contract/subscription.ts';
import { Meter } from '#web/ui/meter.tsx';
import { limitLine, placesNote } from './limit-note.ts';
import { isFree } from './plan.ts';
import { StorageMeter } from './storage-meter.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './usage-meters.module.css';

interface MeterLine {
  icon: LucideIcon;
  name: string;
  value: number;
  /** null: no limit. */
  max: number | null;
  /** Shown instead of the two numbers. */
  said?: string;
  note: string;
}

export function UsageMeters({ subscription }: { subscription: CurrentSubscription }) {
  return (
    <ul className={styles.meters}>
      {linesOf(subscription).map(({ icon: Icon, name, value, max, said, note }) => (
        <li key={name}>
          <div className={cx(layout.row, layout.gap8)}>
            <Icon className={typography.tertiary} />
            <span className={styles.name}>{name}</span>
            <span className={cx(layout.pushEnd, typography.tabular)}>
              <b>{said ?? value}</b>
              {said === undefined && max !== null && <span className={typography.tertiary}> / {max}</span>}
            </span>
          </div>
          {max !== null && <Meter value={value} max={max} label={name} text={said} warns={said === undefined} />}
          <p className={cx(typography.small, typography.tertiary)}>{note}</p>
        </li>
      ))}
      <li>
        <StorageMeter subscription={subscription} />
      </li>
    </ul>
  );
}

function linesOf(subscription: CurrentSubscription): MeterLine[] {
  const { limits, usage } = subscription;
  const free = isFree(subscription);
  const uploads = limitLine(subscription, 'prd_uploads');
  const generations = limitLine(subscription, 'task_generations');
  return [
    {
      icon: Upload,
      name: T.prdUploads,
      value: uploads.used,
      max: uploads.limit,
      note: uploads.note,
    },
    {
      icon: Sparkles,
      name: T.taskGenerations,
      value: generations.used,
      max: generations.limit,
      note: generations.note,
    },
    {
      icon: LayoutGrid,
      name: T.activeProjects,
      value: usage.projects_count,
      max: limits.max_projects,
      note: placesNote(usage.projects_count, limits.max_projects),
    },
    {
      icon: Zap,
      name: T.rateLimit,
      value: free ? 20 : 100,
      max: 100,
      said: free ? T.standard : T.higher,
      note: free ? `Pro is ${T.higher}` : 'Per hour, for each API key',
    },
  ];
}
