import { type SubmitEvent, useState } from 'react';
import type { Me } from '#contract/account.ts';
import { counted } from '#contract/counted.ts';
import { FAILURE_TEXTS } from '#contract/common-texts.ts';
import { EMAIL_MAX, PASSWORD_MAX } from '#contract/constants.ts';
import { useDeleteAccount } from '#web/features/account/index.ts';
import { useProjects } from '#web/features/projects/index.ts';
import { mayGoOn, useSubscription } from '#web/features/subscription/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { signOut } from '#web/lib/session/sign-in.ts';
import { fieldOfRefusal, findCodeProblem } from '#web/lib/session/second-factor.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeField, type TypedCode } from '#web/ui/code-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput, TextInput } from '#web/ui/inputs.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import typography from '#web/styles/typography.module.css';

/** Confirmed by typing the email address, and by the password and the second factor where there are. */
export function DeleteAccountDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const remove = useDeleteAccount(leave);
  const shared = (useProjects().data ?? []).filter(({ role, people }) => role === 'owner' && people > 1);
  const held = useSubscription().data?.subscription;
  const [confirm, setConfirm] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<TypedCode>({ kind: 'app', text: '' });
  const [codeProblem, setCodeProblem] = useState<string>();
  const ready = confirm.trim().toLowerCase() === me.email.toLowerCase() && (!me.has_password || password !== '');
  const refusal = remove.error === null ? undefined : messageOf(remove.error, FAILURE_TEXTS.unknownText);
  const refused = remove.error === null ? undefined : fieldOfRefusal(remove.error);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!ready || remove.isPending) return;
    const problem = me.two_factor ? findCodeProblem(code) : undefined;
    setCodeProblem(problem);
    if (problem !== undefined) return;
    remove.mutate({
      confirm: confirm.trim(),
      ...(me.has_password && { password }),
      ...(me.two_factor && { code: code.text }),
    });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete My Account"
      description="This cannot be undone. It permanently deletes your account with all projects, tasks and notes."
      closeOutside={false}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" disabled={!ready} busy={remove.isPending}>
            Delete My Account
          </Button>
        </>
      }
    >
      {held && mayGoOn(held.status) && (
        <Notice tone="info">
          This also cancels your subscription: nothing more is charged, and any remaining paid time is lost.
        </Notice>
      )}
      {shared.length > 0 && (
        <Notice tone="warn">
          {counted(shared.length, 'of your projects is', 'of your projects are')} shared: deleted with your account,
          also for the other people in {shared.length === 1 ? 'it' : 'them'}. Hand over what they need first.
        </Notice>
      )}
      <Field
        label={
          <>
            Type <b className={typography.mono}>{me.email}</b> to confirm
          </>
        }
        error={refused === 'form' ? refusal : undefined}
      >
        <TextInput
          value={confirm}
          onChange={(event) => setConfirm(event.target.value)}
          maxLength={EMAIL_MAX}
          autoComplete="off"
          spellCheck={false}
          data-autofocus=""
        />
      </Field>
      {me.has_password && (
        <Field label="Password" error={refused === 'password' ? refusal : undefined}>
          <PasswordInput
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            maxLength={PASSWORD_MAX}
            autoComplete="current-password"
          />
        </Field>
      )}
      {me.two_factor && (
        <CodeField code={code} onChange={setCode} error={codeProblem ?? (refused === 'code' ? refusal : undefined)} />
      )}
    </Dialog>
  );
}

function leave() {
  signOut();
  toast({
    title: 'Account Deleted',
    description: 'Your account and all its projects were deleted.',
    variant: 'success',
  });
}
