import type { Baton } from '#contract/plan.ts';
import { useNow } from '#web/lib/use-now.ts';
import { cx } from '#web/ui/cx.ts';
import { Dot } from '#web/ui/dot.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem } from '#web/ui/menu-items.tsx';
import type { PlanView } from '../data/plan-view.ts';
import styles from './baton-holder.module.css';
import { describeHolder, type HolderText } from './holder-state.ts';
import typography from '#web/styles/typography.module.css';

const LOOK = { working: undefined, quiet: styles.quiet, stalled: styles.stalled } as const;
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
}: {
  plan: PlanView;
  narrow: boolean;
  onSelect: (taskId: string) => void;
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
  return <HolderList held={held} slots={plan.project.baton_slots} onSelect={onSelect} />;
}

interface HolderListProps {
  held: readonly Held[];
  slots: number;
  onSelect: (taskId: string) => void;
}

/** "3 agents at work, of 4", in the colour of the worst presence and sorted by it. */
function HolderList({ held, slots, onSelect }: HolderListProps) {
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
        </button>
      )}
    >
      {sorted.map((each) => (
        <MenuItem key={each.baton.slot} onSelect={() => onSelect(each.baton.task_id)}>
          <HolderLine held={each} />
        </MenuItem>
      ))}
    </Menu>
  );
}

/** With several pills the usual state is for screen readers only; a quiet or stalled holder is spelled out. */
function HolderLine({
  held: { presence, name, says, since },
  brief = false,
}: {
  held: HolderText;
  brief?: boolean | undefined;
}) {
  return (
    <span className={styles.line}>
      <Dot tone={TONE[presence]} pulse={presence === 'working'} />
      <span className={typography.truncate}>
        <b>{name}</b>
        {brief && presence === 'working' ? <span className={typography.visuallyHidden}> {says}</span> : ` ${says}`}
      </span>
      <span className={styles.since}>{since}</span>
    </span>
  );
}
