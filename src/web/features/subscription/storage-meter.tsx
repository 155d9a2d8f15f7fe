import { HardDrive } from 'lucide-react';
import type { CurrentSubscription } from '#contract/subscription.ts';
import { Meter } from '#web/ui/progress.tsx';
import { EmptyStorage } from './empty-storage.tsx';
import { describeStorage, formatMb } from './storage-words.ts';

const MB = 1_000_000;

/** How much the account keeps of what it may, what that is, and how to get rid of what was deleted. */
export function StorageMeter({ subscription }: { subscription: CurrentSubscription }) {
  const { limits, usage, storage } = subscription;
  const used = usage.storage_bytes_used;
  const allowed = limits.storage_mb === null ? null : limits.storage_mb * MB;
  return (
    <>
      <div className="row g2">
        <HardDrive className="t3" />
        <span className="font-medium">Storage</span>
        <span className="end num">
          <b>{formatMb(used)}</b>
          {allowed !== null && <span className="t3"> / {formatMb(allowed)}</span>}
        </span>
      </div>
      {allowed !== null && (
        <Meter value={used} max={allowed} label="Storage" text={`${formatMb(used)} of ${formatMb(allowed)}`} />
      )}
      <p className="small t3">
        {describeStorage(storage)}
        {allowed !== null && used >= allowed && ' More is refused until something is deleted and emptied.'}
      </p>
      <EmptyStorage subscription={subscription} />
    </>
  );
}
