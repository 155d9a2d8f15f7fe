import { NOTIFICATION_TEXTS } from '#contract/notification-texts.ts';
import type { Webhook } from '#contract/notifications.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeBox } from '#web/ui/code-box.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { cx } from '#web/ui/cx.ts';
import { WithCode } from '#web/ui/with-code.tsx';
import type { WebhookForm } from './use-webhook-form.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import settingRow from './setting-row.module.css';
import styles from './webhook-section.module.css';

const T = NOTIFICATION_TEXTS.webhook;

interface WebhookSecretProps {
  webhook: Webhook | null;
  form: WebhookForm;
  onReplace: () => void;
}

/** The end of the secret, and the whole of it once: after it was made. */
export function WebhookSecret({ webhook, form, onReplace }: WebhookSecretProps) {
  const { secret } = form;
  return (
    <div className={settingRow.row}>
      <div>
        <span className={settingRow.label}>{T.secret}</span>
        <p className={settingRow.help}>{webhook === null ? T.secretNone : <WithCode text={T.secretHelp} />}</p>
      </div>
      {webhook && (
        <span className={cx(layout.row, layout.gap8)}>
          <span className={cx(typography.mono, typography.small, typography.secondary)}>
            {T.hidden(webhook.secret_end)}
          </span>
          <Button size="sm" busy={form.changes.replaceSecret.isPending} onClick={onReplace}>
            {T.newSecret}
          </Button>
        </span>
      )}
      {secret !== undefined && (
        <div className={styles.secret}>
          <p role="status">{T.shownOnce}</p>
          <CodeBox secret>{secret}</CodeBox>
          <span className={cx(layout.row, layout.gap8)}>
            <CopyButton variant="primary" value={secret} label={T.copySecret} text={T.copySecret} />
            <Button variant="ghost" size="sm" onClick={form.forgetSecret}>
              {T.hideSecret}
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}
