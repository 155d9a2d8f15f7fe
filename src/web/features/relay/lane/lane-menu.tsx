import { ArrowRight, Copy, Ellipsis, Hand, SquareTerminal } from 'lucide-react';
import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import type { RunWorker } from '#contract/run.ts';
import { useLooksOnly } from '#web/lib/live/edit-lock.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem, MenuSeparator } from '#web/ui/menu-items.tsx';
import { toast } from '#web/ui/toast.ts';
import type { RelayReach } from '../relay-reach.ts';
import styles from './agent-lane.module.css';

interface LaneMenuProps {
  worker: RunWorker;
  /** It holds a baton that can be taken from it. */
  canTake: boolean;
  reach: RelayReach;
  onRead: () => void;
}

export function LaneMenu({ worker: { name, task_id: taskId, worktree }, canTake, reach, onRead }: LaneMenuProps) {
  const looksOnly = useLooksOnly();
  return (
    <Menu
      label={T.laneActions(name)}
      trigger={(props) => (
        <IconButton {...props} size="sm" className={styles.menu} label={T.laneActions(name)} icon={<Ellipsis />} />
      )}
    >
      {taskId !== null && (
        <MenuItem icon={<ArrowRight />} onSelect={() => reach.onSelect(taskId)}>
          {T.openTask}
        </MenuItem>
      )}
      <MenuItem icon={<SquareTerminal />} shortcut="o" onSelect={onRead}>
        {T.fullOutput}
      </MenuItem>
      {worktree !== null && (
        <MenuItem
          icon={<Copy />}
          onSelect={() =>
            void copyText(worktree).then((done) => done && toast({ title: T.copied, variant: 'success' }))
          }
        >
          {T.copyWorktree}
        </MenuItem>
      )}
      {taskId !== null && canTake && !looksOnly && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Hand />} danger onSelect={() => reach.onTakeAway(taskId)}>
            {T.takeAway}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
