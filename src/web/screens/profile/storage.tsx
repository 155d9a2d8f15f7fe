import { StorageMeter, useSubscription } from '#web/features/subscription/index.ts';
import { AccountRow } from './account-row.tsx';

/** Not there before it is known, nor where it cannot be read: billing above says so. */
export function Storage() {
  const { data } = useSubscription();
  if (!data) return null;
  return (
    <AccountRow title="Storage" about="Text of plans, notes, PRDs and checkpoints, and what was deleted.">
      <StorageMeter subscription={data} nameless />
    </AccountRow>
  );
}
