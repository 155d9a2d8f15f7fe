import { SUBSCRIPTION_TEXTS as T } from '#contract/subscription-texts.ts';
import type { PaymentProviderName } from '#contract/subscription.ts';
import { call } from '#web/lib/net/api.ts';
import { paths } from '#web/paths.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { useHostedPage } from './hosted-page.ts';

const WORDS: Record<PaymentProviderName, { idle: string; busy: string }> = {
  paypal: { idle: T.manage, busy: T.opening },
  sandbox: { idle: T.manageSandbox, busy: T.openingSandbox },
};

/** Opens the provider's page; the screen shows the error. */
export const useManagement = () =>
  useHostedPage(
    () => call('POST /api/subscriptions/portal', { returnUrl: `${window.location.origin}${paths.subscription}` }),
    { refused: T.portalFailed, failed: T.manageFailed },
  );

interface ManageButtonProps extends Pick<ButtonProps, 'variant'> {
  provider: PaymentProviderName;
  management: ReturnType<typeof useManagement>;
}

export function ManageButton({ provider, management, variant }: ManageButtonProps) {
  const words = WORDS[provider];
  return (
    <Button variant={variant} busy={management.busy} onClick={management.open}>
      {management.busy ? words.busy : words.idle}
    </Button>
  );
}
