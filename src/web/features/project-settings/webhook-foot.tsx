import { NOTIFICATION_TEXTS } from '#contract/notification-texts.ts';
import type { Webhook } from '#contract/notifications.ts';
import { Button } from '#web/ui/button.tsx';
import type { WebhookForm } from './use-webhook-form.ts';
import layout from '#web/styles/layout.module.css';
import styles from './webhook-section.module.css';

const T = NOTIFICATION_TEXTS.webhook;

interface WebhookFootProps {
  webhook: Webhook | null;
  form: WebhookForm;
  isLocked: boolean;
  onRemove: () => void;
}

export function WebhookFoot({ webhook, form, isLocked, onRemove }: WebhookFootProps) {
  return (
    <div className={styles.foot}>
      <Button
        type="submit"
        variant={form.isDirty ? 'primary' : 'second'}
        busy={form.changes.save.isPending}
        disabled={isLocked || !form.isDirty}
      >
        {webhook === null ? T.add : T.save}
      </Button>
      {form.isDirty && (
        <Button variant="ghost" onClick={form.discard}>
          {T.discard}
        </Button>
      )}
      <span className={layout.grow} />
      {webhook && (
        <Button variant="danger-ghost" busy={form.changes.remove.isPending} onClick={onRemove}>
          {T.remove}
        </Button>
      )}
    </div>
  );
}
