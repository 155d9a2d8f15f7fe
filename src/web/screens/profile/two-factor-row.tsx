import type { Me } from '#contract/account.ts';
import { TWO_FACTOR_TEXTS } from '#contract/session-texts.ts';
import { TwoFactor } from '#web/features/two-factor/index.ts';
import { AccountRow } from './account-row.tsx';

export function TwoFactorRow({ me }: { me: Me }) {
  return (
    <AccountRow
      title={TWO_FACTOR_TEXTS.title}
      about="Signing in asks for a code of an authenticator app as well: a stolen password alone opens nothing."
    >
      <TwoFactor me={me} />
    </AccountRow>
  );
}
