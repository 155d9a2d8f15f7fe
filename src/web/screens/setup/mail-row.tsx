import { Mail } from 'lucide-react';
import { TEST_MAIL_MINUTES } from '#contract/constants.ts';
import type { Probe } from '#contract/instance.ts';
import type { SetUpState } from '#contract/set-up.ts';
import { useSendTestMail } from '#web/features/instance-kind/index.ts';
import { useInstance } from '#web/features/instance/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { formatAgo } from './format-ago.ts';
import { Row } from './row.tsx';

/** State of mail: no server, refused, test sent, or test arrived. */
export function MailRow({ state, probe, now }: { state: SetUpState; probe: Probe | undefined; now: number }) {
  const send = useSendTestMail();
  const canRead = useInstance()?.outbox === true;
  const { server, from, test } = state.mail;
  const button = (label: string, variant?: 'ghost') => (
    <Button size="sm" variant={variant} busy={send.isPending} onClick={() => send.mutate()}>
      {label}
    </Button>
  );
  const row = { icon: Mail, name: 'Mail' };
  if (server === null)
    return (
      <Row
        {...row}
        tone="warn"
        said="No mail server yet"
        detail="Emails wait in the outbox, and their links are on the server’s console. Set `SMTP_URL` to send them."
      >
        {canRead && (
          <ButtonLink size="sm" to={paths.outbox}>
            Open outbox
          </ButtonLink>
        )}
      </Row>
    );
  if (send.isError || probe?.state === 'failing')
    return (
      <Row
        {...row}
        tone="bad"
        said={send.isError ? messageOf(send.error, 'The test email was not sent') : (probe?.detail ?? '')}
        detail="Check the host and port in `SMTP_URL`."
      >
        {button('Try again')}
      </Row>
    );
  if (test?.opened_at)
    return (
      <Row
        {...row}
        tone="ok"
        said={`${server}, sent from ${from}`}
        detail={`You opened the test email ${formatAgo(now - Date.parse(test.opened_at))}.`}
      />
    );
  if (test)
    return (
      <Row
        {...row}
        tone={undefined}
        said={`Test email sent to ${test.recipient}`}
        detail={`Open it within ${TEST_MAIL_MINUTES} minutes; this line turns green by itself.`}
      >
        {button('Send again', 'ghost')}
      </Row>
    );
  return (
    <Row {...row} tone="ok" said={`${server}, sent from ${from}`} detail="Send yourself a test email to see it arrive.">
      {button('Send test email')}
    </Row>
  );
}
