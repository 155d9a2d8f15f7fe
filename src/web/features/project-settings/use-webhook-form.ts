import { useState } from 'react';
import { NOTIFICATION_TEXTS } from '#contract/notification-texts.ts';
import type { NotificationKind, Webhook } from '#contract/notifications.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { toast } from '#web/ui/toast.ts';
import { type WebhookFields, tell, useWebhookChanges } from './notification-queries.ts';

const T = NOTIFICATION_TEXTS.webhook;

const NEW: WebhookFields = { address: '', format: 'json', kinds: ['needs_you'], enabled: true };

const fieldsOf = (webhook: Webhook | null): WebhookFields => {
  if (webhook === null) return NEW;
  const { address, format, kinds, enabled } = webhook;
  return { address, format, kinds, enabled };
};

const same = (a: WebhookFields, b: WebhookFields) =>
  a.address.trim() === b.address &&
  a.format === b.format &&
  a.enabled === b.enabled &&
  a.kinds.toSorted().join(' ') === b.kinds.toSorted().join(' ');

export type WebhookForm = ReturnType<typeof useWebhookForm>;

/** The webhook has a form of its own: saving it may make a secret, which is shown once. */
export function useWebhookForm(projectId: string, webhook: Webhook | null, onDirty: (isDirty: boolean) => void) {
  const saved = fieldsOf(webhook);
  const [draft, setDraft] = useState<WebhookFields>();
  /** Only in memory, until the person leaves or says that it was copied. */
  const [secret, setSecret] = useState<string>();
  const [problem, setProblem] = useState<{ field: 'address' | 'kinds'; text: string }>();
  const changes = useWebhookChanges(projectId);
  const fields = draft ?? saved;

  const put = (next: WebhookFields | undefined) => {
    const isDirty = next !== undefined && !same(next, saved);
    setDraft(isDirty ? next : undefined);
    setProblem(undefined);
    onDirty(isDirty);
  };
  const set = (part: Partial<WebhookFields>) => put({ ...fields, ...part });

  const save = async () => {
    const found = findProblem(fields);
    setProblem(found);
    if (found) return;
    try {
      const made = await changes.save.mutateAsync({ ...fields, address: fields.address.trim() });
      if (made.secret !== null) setSecret(made.secret);
      setDraft(undefined);
      onDirty(false);
      toast({ variant: 'success', title: T.saved });
    } catch (error) {
      if (error instanceof ApiError && error.errorType === 'VALIDATION_ERROR')
        setProblem({ field: 'address', text: messageOf(error, T.saveFailed) });
      else tell(error, T.saveFailed);
    }
  };

  return {
    fields,
    isDirty: draft !== undefined,
    problem,
    secret,
    changes,
    set,
    toggle: (kind: NotificationKind, isOn: boolean) =>
      set({ kinds: isOn ? [...fields.kinds, kind] : fields.kinds.filter((each) => each !== kind) }),
    discard: () => put(undefined),
    save,
    forgetSecret: () => setSecret(undefined),
    replaceSecret: () =>
      changes.replaceSecret.mutateAsync().then(
        (made) => setSecret(made.secret),
        (error: unknown) => tell(error, T.saveFailed),
      ),
    remove: () =>
      changes.remove.mutateAsync().then(
        () => {
          put(undefined);
          setSecret(undefined);
          toast({ title: T.removed });
        },
        (error: unknown) => tell(error, T.removeFailed),
      ),
  };
}

function findProblem({ address, kinds, enabled }: WebhookFields) {
  if (address.trim() === '') return { field: 'address', text: T.noAddress } as const;
  if (enabled && kinds.length === 0) return { field: 'kinds', text: T.noKinds } as const;
  return undefined;
}
