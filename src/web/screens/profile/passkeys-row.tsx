import type { Me } from '#contract/account.ts';
import { useInstance } from '#web/features/instance/index.ts';
import { Passkeys } from '#web/features/passkeys/index.ts';
import { AccountRow } from './account-row.tsx';

export function PasskeysRow({ me }: { me: Me }) {
  const instance = useInstance();
  return (
    <AccountRow title="Passkeys" about="Sign in with your device, without a password that could be stolen.">
      <Passkeys me={me} isOffered={instance?.passkeys ?? true} />
    </AccountRow>
  );
}
