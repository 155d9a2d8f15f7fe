import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  NotificationChoice,
  NotificationKind,
  Webhook,
  WebhookAnswer,
  WebhookDelivery,
} from '#contract/notifications.ts';
import { NOTIFICATION_TEXTS as T } from '#contract/notification-texts.ts';
import { call } from '#web/lib/net/api.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { toast } from '#web/ui/toast.ts';

export const tell = (error: unknown, fallback: string) => {
  if (!isShownElsewhere(error)) toast(failureToast(error, fallback));
};

export const useNotifications = (id: string) =>
  useQuery({
    queryKey: queryKeys.notifications(id),
    queryFn: () => call('GET /api/projects/:id/notifications', { id }),
  });

export interface Switched {
  channel: 'email' | 'browser';
  kind: NotificationKind;
  isOn: boolean;
}

/** Optimistic update: the switch moves at once, and back if the server refuses. */
export function useSwitchNotification(id: string) {
  const cache = useQueryClient();
  const queryKey = queryKeys.notifications(id);
  const put = ({ channel, kind, isOn }: Switched) =>
    cache.setQueryData<NotificationChoice>(
      queryKey,
      (old) => old && { ...old, [channel]: { ...old[channel], [kind]: isOn } },
    );
  return useMutation({
    mutationFn: ({ channel, kind, isOn }: Switched) =>
      call('PUT /api/projects/:id/notifications', { id, [channel]: { [kind]: isOn } }),
    onMutate: async (switched) => {
      await cache.cancelQueries({ queryKey });
      put(switched);
    },
    onError: (error, switched) => {
      put({ ...switched, isOn: !switched.isOn });
      tell(error, T.settings.saveFailed);
    },
  });
}

export const useWebhook = (id: string) =>
  useQuery({ queryKey: queryKeys.webhook(id), queryFn: () => call('GET /api/projects/:id/webhook', { id }) });

const SOON_MS = 1_500;
const LATER_MS = 15_000;

/** Polled often while one is being sent, and now and then otherwise. */
export const useDeliveries = (id: string) =>
  useQuery({
    queryKey: queryKeys.deliveries(id),
    queryFn: () => call('GET /api/projects/:id/webhook/deliveries', { id }),
    refetchInterval: ({ state }) => (state.data?.some(isBeingSent) ? SOON_MS : LATER_MS),
  });

export const isBeingSent = ({ next_at: next }: WebhookDelivery) =>
  next !== null && Date.parse(next) <= Date.now() + LATER_MS;

export type WebhookFields = Pick<Webhook, 'address' | 'format' | 'kinds' | 'enabled'>;

export function useWebhookChanges(id: string) {
  const cache = useQueryClient();
  const keep = (webhook: Webhook | null) =>
    cache.setQueryData<WebhookAnswer>(
      queryKeys.webhook(id),
      (old) => old && { allows_private: old.allows_private, webhook },
    );
  const readAgain = () => cache.invalidateQueries({ queryKey: queryKeys.webhook(id) });
  return {
    save: useMutation({
      mutationFn: (fields: WebhookFields) => call('PUT /api/projects/:id/webhook', { id, ...fields }),
      onSuccess: ({ webhook }) => keep(webhook),
      // Switching it off drops what waits.
      onSettled: readAgain,
    }),
    remove: useMutation({
      mutationFn: () => call('DELETE /api/projects/:id/webhook', { id }),
      onSuccess: () => {
        keep(null);
        cache.removeQueries({ queryKey: queryKeys.deliveries(id) });
      },
    }),
    replaceSecret: useMutation({
      mutationFn: () => call('POST /api/projects/:id/webhook/secret', { id }),
      onSuccess: ({ webhook }) => keep(webhook),
    }),
    test: useMutation({ mutationFn: () => call('POST /api/projects/:id/webhook/test', { id }), onSettled: readAgain }),
    sendAgain: useMutation({
      mutationFn: (deliveryId: string) =>
        call('POST /api/projects/:id/webhook/deliveries/:deliveryId/resend', { id, deliveryId }),
      onSettled: readAgain,
    }),
  };
}
