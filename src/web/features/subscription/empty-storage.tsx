import { Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { CurrentSubscription } from '#contract/subscription.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useRescuedFocus } from '#web/ui/rescue-focus.ts';
import { toast } from '#web/ui/toast.ts';
import { useEmptyStorage } from './mutations.ts';
import { formatStorage } from '#web/lib/format-storage.ts';

/** Removes deleted data for good, after a confirmation; not rendered while there is none. */
export function EmptyStorage({ subscription }: { subscription: CurrentSubscription }) {
  const [asking, setAsking] = useState(false);
  const empty = useEmptyStorage();
  const { deleted } = subscription.storage;
  const confirm = () =>
    empty.mutate(undefined, {
      onSuccess: ({ freed_bytes: freed }) => {
        setAsking(false);
        toast({ title: 'Deleted Items Removed', description: `${formatStorage(freed)} freed.`, variant: 'success' });
      },
    });
  if (deleted === 0 && !asking) return null;
  return (
    <Holder>
      <Button size="sm" icon={<Trash2 />} onClick={() => setAsking(true)}>
        Remove deleted items…
      </Button>
      <ConfirmDialog
        open={asking}
        title="Remove deleted items?"
        description={`Deleted projects, tasks, lists and notes are removed permanently, which frees ${formatStorage(deleted)}. Checkpoints stay and can still bring their tasks back. This cannot be undone.`}
        confirmLabel="Remove"
        busy={empty.isPending}
        error={empty.isError ? messageOf(empty.error, 'Failed to remove deleted items') : undefined}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
      />
    </Holder>
  );
}

/** The button is unmounted when it succeeds: moves the focus that the dialog would restore to it. */
function Holder({ children }: { children: ReactNode }) {
  const holder = useRef<HTMLDivElement>(null);
  useRescuedFocus(holder);
  return <div ref={holder}>{children}</div>;
}
