import { NOTIFICATION_TEXTS } from '#contract/notification-texts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { WebhookForm } from './use-webhook-form.ts';

const T = NOTIFICATION_TEXTS.webhook;

export type Asked = 'secret' | 'remove' | undefined;

interface WebhookQuestionsProps {
  asked: Asked;
  form: WebhookForm;
  onClose: () => void;
}

/** Outside the form of the webhook, because dialogs have forms of their own. */
export function WebhookQuestions({ asked, form, onClose }: WebhookQuestionsProps) {
  const then = (work: () => Promise<void>) => () => {
    onClose();
    void work();
  };
  return (
    <>
      <ConfirmDialog
        open={asked === 'secret'}
        title={T.newSecretAsk}
        description={T.newSecretText}
        confirmLabel={T.newSecretDo}
        onClose={onClose}
        onConfirm={then(form.replaceSecret)}
      />
      <ConfirmDialog
        open={asked === 'remove'}
        title={T.removeAsk}
        description={T.removeText}
        confirmLabel={T.removeDo}
        onClose={onClose}
        onConfirm={then(form.remove)}
      />
    </>
  );
}
