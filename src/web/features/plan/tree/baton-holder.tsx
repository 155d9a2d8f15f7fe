import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { RELAY_TEXTS } from '#contract/relay-texts.ts';
import type { Baton } from '#contract/plan.ts';
import { useNow } from '#web/lib/use-now.ts';
import { cx } from '#web/ui/cx.ts';
import { Dot } from '#web/ui/dot.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem } from '#web/ui/menu-items.tsx';
import type { PlanView } from '../data/plan-view.ts';
import styles from './baton-holder.module.css';
import { describeHolder, type HolderText } from './holder-state.ts';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';

const LOOK = { working: undefined, quiet: styles.quiet, stalled: styles.stalled } as const;
const SINCE = { working: styles.lately, quiet: styles.quietly, stalled: styles.longAgo } as const;
const TONE = { working: 'baton', quiet: 'warn', stalled: 'bad' } as const;
const ORDER = { stalled: 0, quiet: 1, working: 2 } as const;

interface Held extends HolderText {
  baton: Baton;
}

const PILLS = 3;

/**
 * Presence of the holders, derived from their calls, with links to their tasks. A pill each for up to three; from four
 * on, and on narrow screens, one pill that opens a menu.
 */
export function BatonHolder({
  plan,
  narrow,
  onSelect,
  more,
}: {
  plan: PlanView;
  narrow: boolean;
  onSelect: (taskId: string) => void;
  /** Further items below the holders, where they are in a menu. */
  more?: ReactNode;
}) {
  const now = useNow();
  const held = plan.batons.flatMap((baton): Held[] => {
    const task = plan.tasks.get(baton.task_id);
    return task ? [{ baton, ...describeHolder(baton, task, now) }] : [];
  });
  if (held.length === 0) {
    return (
      <span className={cx(styles.holder, styles.free)} data-part="holder">
        <Dot />
        <span>
          {plan.project.baton_slots > 1 ? `${plan.project.baton_slots} batons are free` : 'Nobody holds the baton'}
        </span>
      </span>
    );
  }
  if (held.length === 1 || (!narrow && held.length <= PILLS))
    return held.map((each) => (
      <button
        key={each.baton.slot}
        type="button"
        className={cx(styles.holder, LOOK[each.presence])}
        data-part="holder"
        title="Go to the task"
        onClick={() => onSelect(each.baton.task_id)}
      >
        <HolderLine held={each} brief={held.length > 1} />
      </button>
    ));
  return <HolderList held={held} plan={plan} onSelect={onSelect} more={more} />;
}

interface HolderListProps {
  held: readonly Held[];
  plan: PlanView;
  onSelect: (taskId: string) => void;
  more: ReactNode;
}

/** "3 agents at work, of 4", in the colour of the worst presence and sorted by it. */
function HolderList({ held, plan, onSelect, more }: HolderListProps) {
  const { baton_slots: slots } = plan.project;
  const sorted = held.toSorted((a, b) => ORDER[a.presence] - ORDER[b.presence]);
  const worst = sorted[0]?.presence ?? 'working';
  return (
    <Menu
      label="Who holds a baton"
      trigger={(props) => (
        <button {...props} type="button" className={cx(styles.holder, LOOK[worst])} data-part="holder">
          <span className={styles.line}>
            <Dot tone={TONE[worst]} pulse={worst === 'working'} />
            <span className={typography.truncate}>
              <b>{`${held.length} agents`}</b> at work{slots > held.length ? `, of ${slots}` : ''}
            </span>
          </span>
          <ChevronDown className={icon.size12} aria-hidden="true" />
        </button>
      )}
    >
      {sorted.map((each) => (
        <MenuItem key={each.baton.slot} onSelect={() => onSelect(each.baton.task_id)}>
          <HolderLine held={each} title={plan.tasks.get(each.baton.task_id)?.title} />
        </MenuItem>
      ))}
      {slots > held.length && <FreeBatons plan={plan} count={slots - held.length} />}
      {more}
    </Menu>
  );
}

function FreeBatons({ plan, count }: { plan: PlanView; count: number }) {
  const ready = plan.order.filter(({ id }) => plan.isReady(id)).length;
  return (
    <p className={styles.freeLine} role="presentation">
      <Dot />
      <span className={typography.truncate}>{RELAY_TEXTS.freeBatons(count)}</span>
      <span className={styles.ready}>{RELAY_TEXTS.readyTasks(ready)}</span>
    </p>
  );
}

/** With several pills the usual state is for screen readers only; a quiet or stalled holder is spelled out. */
function HolderLine({
  held: { presence, name, says, since },
  brief = false,
  title,
}: {
  held: HolderText;
  brief?: boolean | undefined;
  /** In a list the task is named while the agent works. */
  title?: string | undefined;
}) {
  return (
    <span className={cx(styles.line, title !== undefined && styles.listed)}>
      <Dot tone={TONE[presence]} pulse={presence === 'working'} />
      <span className={typography.truncate}>
        <b>{name}</b>
        {presence === 'working' && title !== undefined ? (
          <span className={typography.secondary}> {title}</span>
        ) : brief && presence === 'working' ? (
          <span className={typography.visuallyHidden}> {says}</span>
        ) : (
          ` ${says}`
        )}
      </span>
      <span className={cx(styles.since, title !== undefined && SINCE[presence])}>{since}</span>
    </span>
  );
}
