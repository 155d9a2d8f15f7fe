import { REASON_MAX } from '#contract/constants.ts';
import { NEEDS_TEXTS as T } from '#contract/news-texts.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useNeedActions } from './mutations.ts';

export interface Silent {
  name: string;
  taskId: string;
}

/** Takes the baton from an agent that may have stopped, with a reason. */
export function FreeBatonDialog({ holder, onClose }: { holder: Silent; onClose: () => void }) {
  const { free } = useNeedActions();
  return (
    <ReasonDialog
      title={T.freeTitle(holder.name)}
      description={T.freeText}
      help={T.freeHelp}
      confirmLabel={T.free}
      maxLength={REASON_MAX}
      onClose={onClose}
      onConfirm={async (reason) => {
        const isFreed = await free(holder.taskId, reason);
        if (isFreed) toast({ title: T.freed, variant: 'success' });
        return isFreed;
      }}
    />
  );
}
