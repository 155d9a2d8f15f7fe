import { useState } from 'react';
import { LOGIN_TEXTS } from '#contract/session-texts.ts';
import { signInWithGoogle } from '#web/lib/session/sign-in.ts';
import { Button } from '#web/ui/button.tsx';

/** Redirects to Google; calls `onFailed` if that is not possible. */
export function GoogleButton({ onStart, onFailed }: { onStart: () => void; onFailed: (text: string) => void }) {
  const [busy, setBusy] = useState(false);
  const leave = () => {
    onStart();
    setBusy(true);
    signInWithGoogle().catch(() => {
      setBusy(false);
      onFailed(LOGIN_TEXTS.googleFailed);
    });
  };
  return (
    <Button size="lg" full busy={busy} icon={<GoogleMark />} onClick={leave}>
      {LOGIN_TEXTS.google}
    </Button>
  );
}

function GoogleMark() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d="M13.5 6.9H8v2.4h3.2A3.3 3.3 0 1 1 8 4.7c.9 0 1.6.3 2.2.8l1.7-1.7A5.7 5.7 0 1 0 13.7 8c0-.4 0-.7-.2-1.1z"
        fill="currentColor"
      />
    </svg>
  );
}
