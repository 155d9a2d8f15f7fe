import type { PayPalConfig } from '#server/platform/config.ts';
import type { PaymentProvider } from '../payments/provider.ts';

export function createPayPal(config: PayPalConfig): PaymentProvider {
  throw new Error(`PayPal at ${config.url} is not here yet`);
}
