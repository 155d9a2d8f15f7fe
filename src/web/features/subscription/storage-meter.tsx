import styles from './storage-meter.module.css';
import { HardDrive } from 'lucide-react';
import type { CurrentSubscription } from '#contract/subscription.ts';
import { Meter } from '#web/ui/meter.tsx';
import { EmptyStorage } from './empty-storage.tsx';
import { formatStorage } from '#web/lib/format-storage.ts';
import { describeStorage, formatAllowed } from './storage-words.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

const MB = 1_000_000;

interface StorageMeterProps {
  subscription: CurrentSubscription;
  /** For places where a heading already names it. */
  nameless?: boolean;
}

/** Storage used and allowed, its parts, and the button that removes deleted data for good. */
export function StorageMeter({ subscription, nameless = false }: StorageMeterProps) {
  const { limits, usage, storage } = subscription;
  const used = usage.storage_bytes_used;
  const allowed = limits.storage_mb === null ? null : limits.storage_mb * MB;
  const isFull = allowed !== null && used >= allowed;
  return (
    <div className={styles.meter}>
      <div className={cx(layout.row, layout.gap8)}>
        {!nameless && (
          <>
            <HardDrive className={typography.tertiary} />
            <span className={styles.name}>Storage</span>
          </>
        )}
        <span className={nameless ? typography.tabular : cx(layout.pushEnd, typography.tabular)}>
          <b>{formatStorage(used)}</b>
          <span className={typography.tertiary}>{allowed === null ? ' kept' : ` / ${formatAllowed(allowed)}`}</span>
        </span>
      </div>
      {allowed !== null && (
        <Meter
          value={used}
          max={allowed}
          label="Storage"
          text={`${formatStorage(used)} of ${formatAllowed(allowed)}`}
        />
      )}
      <div className={styles.parts}>
        <p className={cx(typography.small, typography.tertiary)}>{describeStorage(storage)}</p>
        <EmptyStorage subscription={subscription} />
      </div>
      {isFull && <p className={typography.small}>{storage.deleted > 0 ? FULL_DELETED : FULL}</p>}
    </div>
  );
}

const FULL = 'Storage is full. Delete checkpoints, old PRD versions or projects you no longer need.';
const FULL_DELETED = 'Storage is full. Remove deleted items to make room.';
