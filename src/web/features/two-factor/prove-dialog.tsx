import { type SubmitEvent, useState } from 'react';
import type { Me } from '#contract/account.ts';
import { FAILURE_TEXTS } from '#contract/common-texts.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { fieldOfRefusal, findCodeProblem } from '#web/lib/session/second-factor.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeField, type TypedCode } from '#web/ui/code-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from './password-field.tsx';
import type { Proof } from './queries.ts';

interface ProveDialogProps {
  me: Me;
  title: string;
  description: string;
  action: string;
  danger?: boolean;
  isPending: boolean;
  send: (proof: Proof, onError: (error: unknown) => void) => void;
  onClose: () => void;
}

type Errors = Partial<Record<'password' | 'code' | 'form', string | undefined>>;

/** Asks for both factors before something about the second one changes. */
export function ProveDialog({ me, title, description, action, danger, isPending, send, onClose }: ProveDialogProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<TypedCode>({ kind: 'app', text: '' });
  const [errors, setErrors] = useState<Errors>({});

  const type = (typed: TypedCode) => {
    if (typed.kind !== code.kind) setErrors({ ...errors, code: undefined });
    setCode(typed);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending) return;
    const found: Errors = {
      password: me.has_password && password === '' ? 'Please enter your password.' : undefined,
      code: findCodeProblem(code),
    };
    setErrors(found);
    if (found.password !== undefined || found.code !== undefined) return;
    send({ code: code.text, ...(me.has_password && { password }) }, (error) =>
      setErrors({ [fieldOfRefusal(error)]: messageOf(error, FAILURE_TEXTS.unknownText) }),
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      closeOutside={false}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={isPending}>
            {action}
          </Button>
        </>
      }
    >
      {errors.form && <Notice tone="bad">{errors.form}</Notice>}
      {me.has_password && <PasswordField value={password} onChange={setPassword} error={errors.password} />}
      <CodeField code={code} onChange={type} error={errors.code} />
    </Dialog>
  );
}
