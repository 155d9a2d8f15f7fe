import { z } from 'zod';
import { DOMAIN_MAX, DOMAINS_MAX } from './constants.ts';
import { PlannerName } from './generation.ts';

export const InstanceKind = z
  .enum(['team', 'service'])
  .meta({ description: 'team: people who are invited, no plans. service: anyone signs up, Free and Pro' });
export type InstanceKind = z.infer<typeof InstanceKind>;

export const SignUpBy = z
  .enum(['invited', 'domain'])
  .meta({ description: 'Who may join a team: invited addresses, or besides these everyone at an allowed domain' });
export type SignUpBy = z.infer<typeof SignUpBy>;

const LABEL = String.raw`[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?`;

export const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(DOMAIN_MAX, `must be at most ${DOMAIN_MAX} characters`)
  .transform((typed) => typed.replace(/^@/, ''))
  .refine(
    (name) => new RegExp(String.raw`^${LABEL}(?:\.${LABEL})+$`).test(name),
    'must be a domain, such as acme.example',
  );

export const KindChoice = z.strictObject({
  kind: InstanceKind,
  sign_up_by: SignUpBy,
  domains: z.array(Domain).max(DOMAINS_MAX, `must be at most ${DOMAINS_MAX} domains`),
  built_in_planner: z
    .boolean()
    .optional()
    .meta({ description: 'Plan with the embedded planner although a model is configured; left out: as it is' }),
  private_webhooks: z
    .boolean()
    .optional()
    .meta({ description: 'Webhooks of projects may go to http and to private addresses; left out: as it is' }),
});
export type KindChoice = z.infer<typeof KindChoice>;

/** The current planner, and the alternatives. */
export const PlannerChoice = z.object({
  configured: PlannerName.nullable().meta({ description: 'The model the server has a key or an address for' }),
  built_in: z.boolean().meta({ description: 'The embedded planner is used although a model is configured' }),
});
export type PlannerChoice = z.infer<typeof PlannerChoice>;
