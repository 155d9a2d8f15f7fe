import { type SubmitEvent, useState } from 'react';
import { FAILURE_TEXTS } from '#contract/common-texts.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { fieldOfRefusal, findCodeProblem } from '#web/lib/session/second-factor.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeBox } from '#web/ui/code-box.tsx';
import { CodeField, type TypedCode } from '#web/ui/code-field.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { QrCode } from './qr-code.tsx';
import { useConfirmTwoFactor } from './queries.ts';
import layout from '#web/styles/layout.module.css';

interface SetUpAppDialogProps {
  made: { secret: string; uri: string };
  onDone: (backupCodes: string[]) => void;
  /** It took too long, or another tab began again. */
  onOver: (why: string) => void;
  onClose: () => void;
}

/** The key for the app, and a first code of it. */
export function SetUpAppDialog({ made, onDone, onOver, onClose }: SetUpAppDialogProps) {
  const confirm = useConfirmTwoFactor();
  // Base32 is written in capitals, and some apps take no others.
  const key = made.secret.toUpperCase();
  const [code, setCode] = useState<TypedCode>({ kind: 'app', text: '' });
  const [errors, setErrors] = useState<{ code?: string | undefined; form?: string }>({});

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (confirm.isPending) return;
    const problem = findCodeProblem(code);
    setErrors({ code: problem });
    if (problem !== undefined) return;
    confirm.mutate(code.text, {
      onSuccess: ({ backup_codes }) => onDone(backup_codes),
      onError: (error) => {
        const text = messageOf(error, FAILURE_TEXTS.unknownText);
        if (error instanceof ApiError && error.errorCode === 'SIGN_IN_AGAIN') return onOver(text);
        return setErrors({ [fieldOfRefusal(error) === 'code' ? 'code' : 'form']: text });
      },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Set Up Your App"
      description="Scan the code with your authenticator app, or type the key into it. Then enter the six digits that it shows."
      closeOutside={false}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={confirm.isPending}>
            Turn On
          </Button>
        </>
      }
    >
      {errors.form && <Notice tone="bad">{errors.form}</Notice>}
      <QrCode text={made.uri} label="QR code of the key" />
      <CodeBox
        secret
        head={
          <>
            <span className={layout.grow}>Key</span>
            <CopyButton value={key} label="Copy key" />
          </>
        }
      >
        {key.replaceAll(/.{4}(?=.)/g, '$& ')}
      </CodeBox>
      <CodeField code={code} onChange={setCode} error={errors.code} hasBackup={false} />
    </Dialog>
  );
}
