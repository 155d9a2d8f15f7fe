import { StorageMeter, useSubscription } from '#web/features/subscription/index.ts';
import { AccountRow } from './account-row.tsx';

/** Nothing while loading or after a failure: billing above shows it. */
export function Storage() {
  const { data } = useSubscription();
  if (!data) return null;
  return (
    <AccountRow title="Storage" about="Text of plans, notes, PRDs and checkpoints, including deleted items.">
      <StorageMeter subscription={data} nameless />
    </AccountRow>
  );
}
