import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Whether this browser has the Web Authentication API, which needs https or localhost. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

interface Offered {
  options: { challenge: string };
  ticket: string;
}

/** The person closed the dialog, or the device has no passkey that fits: browsers do not tell which. */
export class PasskeyCancelled extends Error {}
/** The device has a passkey of the account already. */
export class PasskeyThere extends Error {}

/** The browser asks the person for a new passkey. */
export async function makePasskey({ options, ticket }: Offered) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = await startRegistration({ optionsJSON }).catch(explain);
  return { ticket, credential };
}

/** The browser asks the person for one of the passkeys for this host. */
export async function askForPasskey({ options, ticket }: Offered) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const credential = await startAuthentication({ optionsJSON }).catch(explain);
  return { ticket, credential };
}

function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') throw new PasskeyThere();
  if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyCancelled();
  throw error;
}
