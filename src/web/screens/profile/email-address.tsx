import { useState } from 'react';
import type { Me } from '#contract/account.ts';
import { FAILURE_TEXTS } from '#contract/common-texts.ts';
import { OutboxHint } from '#web/features/instance/index.ts';
import { useCancelEmailChange, useEmailChange } from '#web/features/account/index.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { ChangeEmail } from './change-email.tsx';
import styles from './personal-information.module.css';

/** The address, and the change of it that waits for its links. */
export function EmailAddress({ me }: { me: Me }) {
  const { data: change } = useEmailChange();
  const cancel = useCancelEmailChange();
  const [isChanging, setChanging] = useState(false);
  const giveUp = () =>
    cancel.mutate(undefined, {
      onError: (error) => {
        if (!isShownElsewhere(error)) toast(failureToast(error, FAILURE_TEXTS.unknownText));
      },
    });
  return (
    <>
      <div className={styles.form}>
        <Field className={styles.field} label="Email">
          <TextInput type="email" value={me.email} readOnly />
        </Field>
        <Button onClick={() => setChanging(true)} aria-label="Change email address">
          Change
        </Button>
      </div>
      {change && (
        <Notice tone="info">
          Waiting to become <b>{change.new_email}</b>: {waitsFor(change)} <OutboxHint />{' '}
          <Button size="sm" busy={cancel.isPending} onClick={giveUp} aria-label="Cancel the change of email address">
            Cancel
          </Button>
        </Notice>
      )}
      {isChanging && <ChangeEmail me={me} onClose={() => setChanging(false)} />}
    </>
  );
}

function waitsFor({ old_confirmed: old, new_confirmed: fresh }: { old_confirmed: boolean; new_confirmed: boolean }) {
  if (old) return 'the link in the mail to the new address is still to be opened.';
  if (fresh) return 'the link in the mail to your present address is still to be opened.';
  return 'open the links in both mails, the one to your present address and the one to the new one.';
}
