import { useState } from 'react';
import { NOTIFICATION_TEXTS } from '#contract/notification-texts.ts';
import type { Webhook, WebhookAnswer } from '#contract/notifications.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { tell, useWebhook } from './notification-queries.ts';
import { Section } from './section.tsx';
import { useWebhookForm } from './use-webhook-form.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookFieldRows } from './webhook-field-rows.tsx';
import { WebhookFoot } from './webhook-foot.tsx';
import { type Asked, WebhookQuestions } from './webhook-questions.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import layout from '#web/styles/layout.module.css';

const T = NOTIFICATION_TEXTS.webhook;

interface WebhookSectionProps {
  projectId: string;
  /** Called when its form gets unsaved changes, and when it has none any more. */
  onDirty: (isDirty: boolean) => void;
}

export function WebhookSection({ projectId, onDirty }: WebhookSectionProps) {
  const { data, error, refetch, isFetching } = useWebhook(projectId);
  if (data) return <Loaded projectId={projectId} answer={data} onDirty={onDirty} />;
  return (
    <Section id="webhook" title={T.title} lead={T.lead}>
      {error ? (
        <ErrorState
          heading="h3"
          message={messageOf(error, T.loadFailed)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton height={260} width="100%" />
      )}
    </Section>
  );
}

interface LoadedProps extends WebhookSectionProps {
  answer: WebhookAnswer;
}

function Loaded({ projectId, answer, onDirty }: LoadedProps) {
  const { webhook, allows_private: allowsPrivate } = answer;
  const form = useWebhookForm(projectId, webhook, onDirty);
  const [asked, setAsked] = useState<Asked>();
  const locked = useLockedProps();
  const test = () => form.changes.test.mutate(undefined, { onError: (error) => tell(error, T.testFailed) });
  return (
    <Section
      id="webhook"
      title={T.title}
      lead={T.lead}
      aside={
        webhook && (
          <>
            <State webhook={webhook} />
            <span className={layout.grow} />
            <Button size="sm" busy={form.changes.test.isPending} disabled={form.isDirty} onClick={test}>
              {T.test}
            </Button>
          </>
        )
      }
    >
      {webhook?.failing && <Notice tone="bad">{T.failingText}</Notice>}
      <form
        noValidate
        aria-label={T.title}
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <WebhookFieldRows form={form} allowsPrivate={allowsPrivate} isLocked={locked.disabled === true} />
        <WebhookSecret webhook={webhook} form={form} onReplace={() => setAsked('secret')} />
        <WebhookFoot
          webhook={webhook}
          form={form}
          isLocked={locked.disabled === true}
          onRemove={() => setAsked('remove')}
        />
      </form>
      <WebhookQuestions asked={asked} form={form} onClose={() => setAsked(undefined)} />
      {webhook && <WebhookDeliveries projectId={projectId} changes={form.changes} />}
    </Section>
  );
}

function State({ webhook: { enabled, failing } }: { webhook: Webhook }) {
  if (failing && enabled)
    return (
      <Badge tone="bad">
        <Dot tone="bad" />
        {T.failing}
      </Badge>
    );
  return (
    <Badge tone={enabled ? 'ok' : 'neutral'}>
      <Dot tone={enabled ? 'ok' : undefined} />
      {enabled ? T.on : T.off}
    </Badge>
  );
}
