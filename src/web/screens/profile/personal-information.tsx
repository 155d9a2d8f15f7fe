import { type SubmitEvent, useState } from 'react';
import { ACCOUNT_TEXTS as T } from '#contract/account-texts.ts';
import type { Me } from '#contract/account.ts';
import { DISPLAY_NAME_MAX } from '#contract/constants.ts';
import { useRename } from '#web/features/account/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { Avatar, initialsOf } from '#web/ui/avatar.tsx';
import { useDelayedFlag } from '#web/ui/loading.tsx';
import { toast } from '#web/ui/toast.ts';
import { AccountRow } from './account-row.tsx';
import { EmailAddress } from './email-address.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './personal-information.module.css';

export function PersonalInformation({ me }: { me: Me }) {
  return (
    <AccountRow title={T.personal} about="Your name as others see it, and the email address you sign in with.">
      <div className={cx(layout.row, layout.gap12)}>
        <Avatar size="lg" initials={initialsOf(me.display_name, me.email)} />
        <div className={layout.grow}>
          <b className={cx(styles.name, typography.truncate)}>{me.display_name || me.email}</b>
          <span className={cx(typography.small, typography.tertiary, styles.email, typography.truncate)}>
            {me.email}
          </span>
        </div>
      </div>
      <NameForm me={me} />
      <EmailAddress me={me} />
    </AccountRow>
  );
}

function NameForm({ me }: { me: Me }) {
  const rename = useRename();
  const [typed, setTyped] = useState<string | undefined>();
  const slow = useDelayedFlag(rename.isPending, { delay: 400, atLeast: 0 });
  const name = typed ?? me.display_name;
  const changed = name.trim() !== me.display_name;

  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() === '') {
      toast({ title: T.invalidName, description: T.emptyName, variant: 'destructive' });
      return;
    }
    if (!changed || rename.isPending) return;
    rename.mutate(name.trim(), {
      onSuccess: () => {
        setTyped(undefined);
        toast({ title: T.updated, description: T.nameUpdated, variant: 'success' });
      },
      onError: (error) => {
        if (!isShownElsewhere(error))
          toast({ title: T.updateFailed, description: messageOf(error, T.updateFailed), variant: 'destructive' });
      },
    });
  };

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      {slow && <i className={styles.pendingBar} aria-hidden="true" />}
      <Field className={styles.field} label="Display Name">
        <TextInput
          value={name}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={DISPLAY_NAME_MAX}
          autoComplete="name"
        />
      </Field>
      <Button type="submit" disabled={!changed} busy={rename.isPending}>
        Save
      </Button>
    </form>
  );
}
