import type { Services } from '#server/platform/context.ts';
import type { PaymentProvider } from '../payments/provider.ts';

export function createSandbox(_services: Services, _secret: string): PaymentProvider {
  const later = async (): Promise<never> => {
    throw new Error('the sandbox is not here yet');
  };
  return {
    name: 'sandbox',
    planId: 'sandbox-pro-monthly',
    createSubscription: later,
    readSubscription: later,
    cancelSubscription: later,
    portalUrl: later,
    readWebhook: later,
    probe: later,
  };
}
