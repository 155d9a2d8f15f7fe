import { Eraser, Gauge, Recycle } from 'lucide-react';
import { call } from '#web/lib/net/api.ts';
import { ActionCard, ActionCards } from './action-card.tsx';
import { BackupCard } from './backup-card.tsx';
import { useAction } from './maintenance-query.ts';

/** Actions that interrupt nobody's work. */
export function Upkeep() {
  const clear = useAction(() => call('POST /api/admin/system/clear-cache'));
  const optimize = useAction(() => call('POST /api/admin/system/optimize'));
  const vacuum = useAction(() => call('POST /api/admin/system/vacuum'));
  return (
    <ActionCards>
      <ActionCard
        title="Clear Cache"
        text="Clears what the servers keep in memory. The next calls read everything from the database again."
        button="Clear Cache"
        icon={<Eraser />}
        action={clear}
        onStart={() => clear.mutate()}
      />
      <ActionCard
        title="Optimize Database"
        text="Refreshes the statistics the database uses to plan its queries (ANALYZE)."
        button="Optimize Database"
        icon={<Gauge />}
        action={optimize}
        onStart={() => optimize.mutate()}
      />
      <ActionCard
        title="Vacuum"
        text="Makes the space of deleted and replaced rows usable again (VACUUM)."
        button="Vacuum"
        icon={<Recycle />}
        action={vacuum}
        onStart={() => vacuum.mutate()}
      />
      <BackupCard />
    </ActionCards>
  );
}
