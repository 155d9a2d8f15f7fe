import { NOTIFICATION_TEXTS } from '#contract/notification-texts.ts';
import type { WebhookDelivery } from '#contract/notifications.ts';
import { formatShortDateTime } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { isBeingSent, tell, useDeliveries, type useWebhookChanges } from './notification-queries.ts';
import typography from '#web/styles/typography.module.css';
import styles from './webhook-deliveries.module.css';

const T = NOTIFICATION_TEXTS.webhook;

interface WebhookDeliveriesProps {
  projectId: string;
  changes: ReturnType<typeof useWebhookChanges>;
}

/** The last deliveries, newest first, with what the receiver answered. */
export function WebhookDeliveries({ projectId, changes: { sendAgain } }: WebhookDeliveriesProps) {
  const { data } = useDeliveries(projectId);
  if (!data || data.length === 0) return <p className={styles.none}>{T.none}</p>;
  const again = (id: string) => sendAgain.mutate(id, { onError: (error) => tell(error, T.againFailed) });
  return (
    <table className={styles.table}>
      <caption className={typography.visuallyHidden}>{T.deliveries}</caption>
      <thead className={typography.visuallyHidden}>
        <tr>
          <th scope="col">{T.columns.time}</th>
          <th scope="col">{T.columns.event}</th>
          <th scope="col">{T.columns.answer}</th>
          <th scope="col">{T.columns.detail}</th>
          <th scope="col">{T.columns.again}</th>
        </tr>
      </thead>
      <tbody>
        {data.map((delivery) => (
          <Row
            key={delivery.id}
            delivery={delivery}
            isBusy={sendAgain.isPending && sendAgain.variables === delivery.id}
            onAgain={() => again(delivery.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  delivery: WebhookDelivery;
  isBusy: boolean;
  onAgain: () => void;
}

function Row({ delivery, isBusy, onAgain }: RowProps) {
  const now = useNow();
  const { state, status, type } = delivery;
  const at = formatShortDateTime(delivery.tried_at ?? delivery.created_at);
  return (
    <tr>
      <td className={styles.time}>{at}</td>
      <td>{type}</td>
      <td className={cx(styles.code, state === 'delivered' && styles.ok, isBad(delivery) && styles.bad)}>
        {status ?? (delivery.tries === 0 && state === 'pending' ? T.pending : T.noAnswer)}
      </td>
      <td className={styles.detail} title={delivery.response ?? undefined}>
        {detailOf(delivery, now)}
      </td>
      <td className={styles.again}>
        <Button
          variant="ghost"
          size="sm"
          busy={isBusy}
          disabled={isBeingSent(delivery)}
          aria-label={`${state === 'pending' ? T.now : T.again}: ${type}, ${at}`}
          onClick={onAgain}
        >
          {state === 'pending' ? T.now : T.again}
        </Button>
      </td>
    </tr>
  );
}

const isBad = ({ state, error }: WebhookDelivery) => state !== 'delivered' && error !== null;

function detailOf(delivery: WebhookDelivery, now: number): string {
  const { state, error, duration_ms: ms, tries, next_at: next } = delivery;
  if (state === 'delivered') return [T.took(ms ?? 0), tries > 1 && T.nth(tries)].filter(Boolean).join(' · ');
  const wait = state === 'pending' && next !== null && tries > 0 ? Date.parse(next) - now : undefined;
  if (wait === undefined || wait <= 0) return error ?? '';
  // A sentence that something follows loses its full stop.
  return [error?.replace(/\.$/, ''), T.next(delivery, sayWait(wait))].filter(Boolean).join(' · ');
}

const sayWait = (ms: number) => (ms < 60_000 ? `${Math.ceil(ms / 1_000)}s` : `${Math.round(ms / 60_000)}m`);
