import { useEffect } from 'react';
import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { toast } from '#web/ui/toast.ts';

/** A toast for each failed load, beside the alert in the page. */
export function useLoadFailureToast(error: Error | null) {
  useEffect(() => {
    if (error && !isShownElsewhere(error))
      toast({ title: T.error, description: messageOf(error, T.loadFailed), variant: 'destructive' });
  }, [error]);
}
