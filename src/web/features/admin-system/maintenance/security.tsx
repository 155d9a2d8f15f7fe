import { KeyRound, LockOpen, LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CONFIRM_WORDS } from '#contract/constants.ts';
import { call } from '#web/lib/net/api.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ActionCard, ActionCards } from './action-card.tsx';
import { type Action, useAction } from './maintenance-query.ts';

/** Actions that affect everybody at once: each has to be confirmed by typing a word. */
export function Security() {
  const revoke = useAction(() =>
    call('POST /api/admin/system/revoke-sessions', { confirm: CONFIRM_WORDS.revokeSessions }),
  );
  const expire = useAction(() => call('POST /api/admin/system/expire-locks', { confirm: CONFIRM_WORDS.expireLocks }));
  const rotate = useAction(() => call('POST /api/admin/system/rotate-keys', { confirm: CONFIRM_WORDS.rotateKeys }));
  return (
    <ActionCards>
      <TypedAction
        title="Revoke all sessions"
        text="Signs out everyone except you, in every browser."
        warning="Everyone except you has to sign in again. Agents keep working: their keys stay valid."
        word={CONFIRM_WORDS.revokeSessions}
        icon={<LogOut />}
        action={revoke}
      />
      <TypedAction
        title="Expire all API-key locks"
        text="Ends every agent’s lease on the task it holds."
        warning="Every held task can be taken over immediately. Later writes by its old holder are refused."
        word={CONFIRM_WORDS.expireLocks}
        icon={<LockOpen />}
        action={expire}
      />
      <TypedAction
        title="Rotate signing keys"
        text="Replaces the keys that sign access tokens, for example after a leak."
        warning="Every access token becomes invalid. Browsers get a new one through their session, without signing in again."
        word={CONFIRM_WORDS.rotateKeys}
        icon={<KeyRound />}
        action={rotate}
      />
    </ActionCards>
  );
}

interface TypedActionProps {
  title: string;
  text: string;
  warning: string;
  word: string;
  icon: ReactNode;
  action: Action;
}

function TypedAction({ title, text, warning, word, icon, action }: TypedActionProps) {
  const [asking, setAsking] = useState(false);
  const start = () => {
    setAsking(false);
    action.mutate();
  };
  return (
    <>
      <ActionCard
        danger
        title={title}
        text={text}
        button={title}
        icon={icon}
        action={action}
        onStart={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        title={`${title}?`}
        description={warning}
        confirmLabel={title}
        typed={word}
        onClose={() => setAsking(false)}
        onConfirm={start}
      />
    </>
  );
}
