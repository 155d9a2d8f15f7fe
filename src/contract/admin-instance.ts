import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { InstanceKind, KindChoice, PlannerChoice, SignUpBy } from './instance-kind.ts';

/** The kind of instance, and what changing it would affect. */
export const InstanceSettings = z.object({
  kind: InstanceKind.nullable().meta({ description: 'null: nobody has answered, and it is run as a service' }),
  from_environment: z.boolean().meta({ description: 'BATON_KIND says so: the kind is shown and not changed' }),
  sign_up_by: SignUpBy,
  domains: z.array(z.string()),
  planner: PlannerChoice,
  private_webhooks: z.object({
    allowed: z.boolean().meta({ description: 'Webhooks of projects may go to http and to private addresses' }),
    from_environment: z.boolean().meta({ description: 'BATON_PRIVATE_WEBHOOKS says so: it is shown and not changed' }),
  }),
  set_up_at: Timestamp.nullable().meta({ description: 'When the first administrator finished the set-up' }),
  people: z.int(),
  renewing_subscriptions: z.int().meta({ description: 'Paid plans that renew; nobody’s ends with a change of kind' }),
});
export type InstanceSettings = z.infer<typeof InstanceSettings>;

export const getInstanceSettings = endpoint({
  id: 'getInstanceSettings',
  method: 'GET',
  path: '/api/admin/instance',
  access: 'admin',
  summary: 'Who this instance is for, and who may join it',
  answer: InstanceSettings,
});

export const saveInstanceSettings = endpoint({
  id: 'saveInstanceSettings',
  method: 'PUT',
  path: '/api/admin/instance',
  access: 'admin',
  summary: 'Change who this instance is for: plans and limits appear or disappear at once, and nothing is deleted',
  body: KindChoice,
  answer: InstanceSettings,
  errors: ['CONFLICT'],
});
