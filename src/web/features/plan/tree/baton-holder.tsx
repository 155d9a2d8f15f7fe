import './baton-holder.css';
import type { Baton } from '#contract/plan.ts';
import { useNow } from '#web/lib/use-now.ts';
import { cx } from '#web/ui/cx.ts';
import { Dot } from '#web/ui/labels.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem } from '#web/ui/menu-items.tsx';
import type { PlanView } from '../data/plan-view.ts';
import { describeHolder, type HolderText } from './holder-state.ts';

const LOOK = { working: '', quiet: 'quiet', stalled: 'stall' } as const;
const ORDER = { stalled: 0, quiet: 1, working: 2 } as const;

interface Held extends HolderText {
  baton: Baton;
}

/** Who holds the baton, from real calls; a click goes to the task. Of several, the one to worry about shows first. */
export function BatonHolder({ plan, onSelect }: { plan: PlanView; onSelect: (taskId: string) => void }) {
  const now = useNow();
  const held = plan.batons
    .flatMap((baton): Held[] => {
      const task = plan.tasks.get(baton.task_id);
      return task ? [{ baton, ...describeHolder(baton, task, now) }] : [];
    })
    .toSorted((a, b) => ORDER[a.presence] - ORDER[b.presence]);
  const [first, ...others] = held;
  if (!first) {
    return (
      <span className="holder free">
        <Dot />
        <span>Baton is free</span>
      </span>
    );
  }
  if (others.length === 0) {
    return (
      <button
        type="button"
        className={cx('holder', LOOK[first.presence])}
        title="Go to the task"
        onClick={() => onSelect(first.baton.task_id)}
      >
        <HolderLine held={first} />
      </button>
    );
  }
  return (
    <Menu
      label="Who holds a baton"
      trigger={(props) => (
        <button {...props} type="button" className={cx('holder', LOOK[first.presence])}>
          <HolderLine held={first} />
          <span className="t2 nowrap">{`+${others.length}`}</span>
        </button>
      )}
    >
      {held.map((each) => (
        <MenuItem key={each.baton.slot} onSelect={() => onSelect(each.baton.task_id)}>
          <HolderLine held={each} />
        </MenuItem>
      ))}
    </Menu>
  );
}

function HolderLine({ held: { presence, name, says, since } }: { held: HolderText }) {
  const tone = presence === 'working' ? 'baton' : presence === 'quiet' ? 'warn' : 'bad';
  return (
    <span className="holder-line">
      <Dot tone={tone} pulse={presence === 'working'} />
      <span className="trunc">
        <b>{name}</b> {says}
      </span>
      <span className="el">{since}</span>
    </span>
  );
}
