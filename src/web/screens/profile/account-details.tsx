import { ACCOUNT_TEXTS as T, HOME_TEXTS } from '#contract/account-texts.ts';
import type { Me } from '#contract/account.ts';
import { useSubscription } from '#web/features/subscription/index.ts';
import { useHasPlans } from '#web/lib/net/instance.ts';
import { formatDate, formatDateTime } from '#web/lib/time.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { AccountRow } from './account-row.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

export function AccountDetails({ me }: { me: Me }) {
  const { data, isError } = useSubscription();
  const hasPlans = useHasPlans();
  // If the plan cannot be loaded, Free is shown.
  const plan = data?.tier.display_name ?? (isError ? 'Free' : '\u00A0');
  return (
    <AccountRow title={T.details} about="What Baton knows about this account.">
      <Facts
        items={[
          {
            name: 'User ID',
            value: (
              <span className={layout.row}>
                <span className={cx(typography.mono, typography.small, typography.truncate)}>{me.id}</span>
                <CopyButton value={me.id} label="Copy user ID" />
              </span>
            ),
          },
          { name: 'Created', value: formatDate(me.created_at) },
          {
            name: 'Last Sign In',
            value: me.last_sign_in_at === null ? HOME_TEXTS.neverSignedIn : formatDateTime(me.last_sign_in_at),
          },
          ...(hasPlans ? [{ name: 'Current Plan', value: plan }] : []),
        ]}
      />
      {hasPlans && (
        <div>
          <ButtonLink to={paths.subscription}>{T.viewSubscription}</ButtonLink>
        </div>
      )}
    </AccountRow>
  );
}
