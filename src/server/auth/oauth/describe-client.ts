import { cleanName } from './adapt-registration.ts';

interface Known {
  name: string | null;
  clientId: string;
  clientDiscoveryId: string | null;
}

/** The client's self-chosen name, and the host of its metadata document, which is verified. */
export function describeClient({ name, clientId, clientDiscoveryId }: Known): { name: string; host: string | null } {
  const host = clientDiscoveryId !== null && URL.canParse(clientId) ? new URL(clientId).host : null;
  return { name: cleanName(name ?? undefined) || 'An app without a name', host };
}
