import {
  CheckCheck,
  CircleAlert,
  CircleDashed,
  CircleQuestionMark,
  CircleStop,
  CornerDownLeft,
  Flag,
  ListTree,
  LockOpen,
  type LucideIcon,
  RefreshCw,
  RotateCcw,
  StickyNote,
  Unlink,
  UserRound,
} from 'lucide-react';
import type { TimelineEntry, TimelineKind } from '#contract/timeline.ts';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './entry-row.module.css';

const ICONS: Partial<Record<TimelineKind, LucideIcon>> = {
  put_back: CornerDownLeft,
  blocked: CircleAlert,
  asked: CircleQuestionMark,
  answered: UserRound,
  stopped: CircleDashed,
  freed: Unlink,
  unblocked: LockOpen,
  reopened: RotateCcw,
  planned: ListTree,
  noted: StickyNote,
  checkpoint: Flag,
  completed: CheckCheck,
  tried_again: RefreshCw,
  run_ended: CircleStop,
};

/** The words beside it say the same, so it has no name of its own. Amber only while a person is waited for. */
export function EntryGlyph({ entry: { kind, is_open: isOpen } }: { entry: TimelineEntry }) {
  const Icon = ICONS[kind];
  const waits = isOpen && (kind === 'blocked' || kind === 'asked' || kind === 'stopped');
  return (
    <span className={cx(styles.glyph, waits && styles.waiting)} aria-hidden="true">
      {(kind === 'finished' || kind === 'marked_done' || kind === 'skipped') && <StatusGlyph status="done" />}
      {kind === 'held' && <StatusGlyph status="wip" />}
      {(kind === 'handover' || kind === 'took_over') && <i className={styles.baton} />}
      {Icon && <Icon />}
    </span>
  );
}
