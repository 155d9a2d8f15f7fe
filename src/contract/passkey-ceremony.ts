import { z } from 'zod';
import { text } from './fields.ts';

/** Options of the Web Authentication API as JSON, for the browser to read. */
export const CEREMONY_OPTIONS = z.looseObject({ challenge: z.string() });
export const TICKET = text(2_000).meta({ description: 'As answered with the options; works once, for five minutes' });
export const CREDENTIAL_FIELDS = {
  id: text(2_000),
  rawId: text(2_000),
  type: z.literal('public-key'),
};
