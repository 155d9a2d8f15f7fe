import { type SubmitEvent, useState } from 'react';
import type { Me } from '#contract/account.ts';
import { FAILURE_TEXTS } from '#contract/common-texts.ts';
import { PASSWORD_MAX } from '#contract/constants.ts';
import { PASSKEY_NAME_MAX, type Passkey } from '#contract/passkeys.ts';
import { PASSKEY_TEXTS as T } from '#contract/session-texts.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { PasskeyCancelled, PasskeyThere } from '#web/lib/session/passkey.ts';
import { fieldOfRefusal, findCodeProblem } from '#web/lib/session/second-factor.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeField, type TypedCode } from '#web/ui/code-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput, TextInput } from '#web/ui/inputs.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useAddPasskey } from './queries.ts';

type Errors = Partial<Record<'name' | 'password' | 'code' | 'form', string>>;

interface AddPasskeyDialogProps {
  me: Me;
  onAdded: (passkey: Passkey) => void;
  onClose: () => void;
}

/** Name, password and, where it is on, the second factor first; then the browser's own dialog asks the device. */
export function AddPasskeyDialog({ me, onAdded, onClose }: AddPasskeyDialogProps) {
  const add = useAddPasskey();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<TypedCode>({ kind: 'app', text: '' });
  const [errors, setErrors] = useState<Errors>({});

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    if (name.trim() === '') return setErrors({ name: 'Please enter a name.' });
    if (me.has_password && password === '') return setErrors({ password: 'Please enter your password.' });
    const problem = me.two_factor ? findCodeProblem(code) : undefined;
    if (problem !== undefined) return setErrors({ code: problem });
    setErrors({});
    add.mutate(
      { name: name.trim(), ...(me.has_password && { password }), ...(me.two_factor && { code: code.text }) },
      { onSuccess: onAdded, onError: (error) => setErrors(explainRefusal(error)) },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Add Passkey"
      description="Your device asks for a fingerprint, a face or a PIN, and signs you in with it from then on."
      closeOutside={false}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={add.isPending}>
            Continue
          </Button>
        </>
      }
    >
      {errors.form && <Notice tone="bad">{errors.form}</Notice>}
      <Field label="Name" error={errors.name} help="For example the device that keeps it">
        <TextInput
          value={name}
          maxLength={PASSKEY_NAME_MAX}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      {me.has_password && (
        <Field label="Password" error={errors.password}>
          <PasswordInput
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      )}
      {me.two_factor && <CodeField code={code} onChange={setCode} error={errors.code} />}
    </Dialog>
  );
}

function explainRefusal(error: unknown): Errors {
  if (error instanceof PasskeyCancelled) return { form: T.notMade };
  if (error instanceof PasskeyThere) return { form: T.there };
  return { [fieldOfRefusal(error)]: messageOf(error, FAILURE_TEXTS.unknownText) };
}
