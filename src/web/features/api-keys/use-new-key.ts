import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { KEY_TEXTS as T } from '#contract/api-key-texts.ts';
import type { ApiKeyInfo } from '#contract/api-key.ts';
import { call } from '#web/lib/net/api.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { toast } from '#web/ui/toast.ts';

type How = 'generate' | 'regenerate';

const ROUTES = { generate: 'POST /api/auth/api-key', regenerate: 'POST /api/auth/api-key/regenerate' } as const;
const WORDS = {
  generate: { done: T.generated, failedTitle: T.generateFailedTitle, failed: T.generateFailed },
  regenerate: { done: T.regenerated, failedTitle: T.regenerateFailedTitle, failed: T.regenerateFailed },
} as const;

export type NewKey = ReturnType<typeof useNewKey>;

/**
 * Makes a key and keeps it while it is shown. The whole key is in this component's state only: in a mutation its answer would
 * stay in the cache after the screen is closed.
 */
export function useNewKey() {
  const cache = useQueryClient();
  const [made, setMade] = useState<{ apiKey: string; title: string }>();
  const [saved, setSaved] = useState(true);
  const [busy, setBusy] = useState(false);

  const make = async (how: How): Promise<boolean> => {
    setBusy(true);
    try {
      const { apiKey, ...info } = await call(ROUTES[how]);
      // An answer in flight may be older than the new key: cancelled, or it would overwrite it.
      await cache.cancelQueries({ queryKey: queryKeys.apiKey });
      cache.setQueryData<ApiKeyInfo>(queryKeys.apiKey, { hasApiKey: true, ...info });
      setMade({ apiKey, title: WORDS[how].done });
      setSaved(false);
      toast({ title: WORDS[how].done, description: 'Save it now: it is shown only once.', variant: 'success' });
      return true;
    } catch (error) {
      tellFailure(how, error);
      // Another tab may have been first: load its result.
      void cache.invalidateQueries({ queryKey: queryKeys.apiKey });
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    /** The whole key, while it is known. */
    apiKey: made?.apiKey,
    title: made?.title,
    /** Leaving now would lose the key, also one that is still being made. */
    unsaved: busy || !saved,
    busy,
    make,
    markSaved: () => setSaved(true),
    forget: () => {
      setMade(undefined);
      setSaved(true);
    },
  };
}

function tellFailure(how: How, error: unknown) {
  if (isShownElsewhere(error)) return;
  const { failedTitle, failed } = WORDS[how];
  const description = error instanceof Error ? messageOf(error, failed) : T.unexpected;
  toast({ title: failedTitle, description, variant: 'destructive' });
}
