import { createHmac, randomBytes } from 'node:crypto';
import type { Id } from '#contract/fields.ts';

/** With a prefix by which a scanner or a person recognises it. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

/** Authenticated with the sealed text: copied to another project, it does not open. */
export const secretPlace = (projectId: Id): string => `project_webhooks ${projectId} secret`;

/** Id and time are signed too: neither can be changed, so a receiver may refuse what is old or was seen. */
export const sign = (secret: string, id: string, timestamp: string, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('hex')}`;
