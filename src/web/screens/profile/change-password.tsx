import { type SubmitEvent, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { FAILURE_TEXTS } from '#contract/common-texts.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/constants.ts';
import { SIGNUP_TEXTS } from '#contract/session-texts.ts';
import { AgentAccess, type Endings, useApps } from '#web/features/account/index.ts';
import { useNamedKeys } from '#web/features/api-keys/index.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { messageOf, successToast } from '#web/lib/net/failure-toast.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { changePassword } from '#web/lib/session/sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/inputs.tsx';
import { toast } from '#web/ui/toast.ts';

interface Errors {
  current?: string;
  next?: string;
  repeated?: string;
}

export function ChangePassword({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [repeated, setRepeated] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [endings, setEndings] = useState<Endings>({ revokeApiKey: false, disconnectApps: false });
  const [busy, setBusy] = useState(false);
  const keys = useNamedKeys();
  const apps = useApps();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (current === '') return setErrors({ current: 'Please enter your password.' });
    if (next.length < PASSWORD_MIN) return setErrors({ next: SIGNUP_TEXTS.shortPassword });
    if (repeated !== next) return setErrors({ repeated: 'The two passwords are not the same.' });
    setErrors({});
    setBusy(true);
    try {
      await changePassword({ currentPassword: current, newPassword: next, ...endings });
      for (const queryKey of [queryKeys.sessions, queryKeys.apiKey, queryKeys.namedKeys, queryKeys.apps])
        void cache.invalidateQueries({ queryKey });
      toast(successToast('Updated', 'Password'));
      onClose();
    } catch (error) {
      const wrong = error instanceof ApiError && error.errorCode === 'INVALID_CREDENTIALS';
      setErrors({ [wrong ? 'current' : 'next']: messageOf(error, FAILURE_TEXTS.unknownText) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Change Password"
      description="Your other sessions are signed out."
      closeOutside={false}
      onSubmit={(event) => void submit(event)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Change Password
          </Button>
        </>
      }
    >
      <Field label="Current password" error={errors.current}>
        <PasswordInput
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      </Field>
      <Field label="New password" error={errors.next} help={`At least ${PASSWORD_MIN} characters`}>
        <PasswordInput
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          value={next}
          onChange={(event) => setNext(event.target.value)}
        />
      </Field>
      <Field label="Confirm new password" error={errors.repeated}>
        <PasswordInput
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          value={repeated}
          onChange={(event) => setRepeated(event.target.value)}
        />
      </Field>
      <AgentAccess
        value={endings}
        onChange={setEndings}
        asks={{ apiKey: (keys.data?.length ?? 0) > 0, apps: (apps.data?.length ?? 0) > 0 }}
      />
    </Dialog>
  );
}
