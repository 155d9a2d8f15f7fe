import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { FAILURE_TEXTS } from '#contract/common-texts.ts';
import { LOGIN_TEXTS, PASSKEY_TEXTS } from '#contract/session-texts.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { PasskeyCancelled } from '#web/lib/session/passkey.ts';
import { signInWithPasskey } from '#web/lib/session/sign-in.ts';
import { Button } from '#web/ui/button.tsx';

/** Opens the browser's own dialog; calls `onFailed` if nobody is signed in by it. */
export function PasskeyButton({ onStart, onFailed }: { onStart: () => void; onFailed: (text: string) => void }) {
  const [busy, setBusy] = useState(false);
  const signIn = async () => {
    if (busy) return;
    onStart();
    setBusy(true);
    try {
      const session = await signInWithPasskey();
      if (session.status !== 'signed-in') onFailed(LOGIN_TEXTS.unexpected);
    } catch (error) {
      onFailed(error instanceof PasskeyCancelled ? PASSKEY_TEXTS.notUsed : messageOf(error, FAILURE_TEXTS.unknownText));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="lg" full busy={busy} icon={<KeyRound />} onClick={() => void signIn()}>
      {PASSKEY_TEXTS.signIn}
    </Button>
  );
}
