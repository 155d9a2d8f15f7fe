import { z } from 'zod';
import { PROJECT_NAME_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Id, Nothing, Timestamp, requiredText, text } from './fields.ts';
import { PRD_BODY_BYTES } from './generation.ts';
import { InstanceKind, KindChoice, PlannerChoice, SignUpBy } from './instance-kind.ts';
import { savePrd } from './prd.ts';
import { Offer } from './subscription.ts';

export const MailTest = z.object({
  recipient: z.string(),
  sent_at: Timestamp,
  opened_at: Timestamp.nullable(),
});

/** What the set-up screen shows besides the probes of the set-up status. */
export const SetUpState = z.object({
  is_due: z.boolean().meta({ description: 'True for the first administrator, until the set-up is saved' }),
  kind: InstanceKind.nullable(),
  from_environment: z.boolean(),
  sign_up_by: SignUpBy,
  domains: z.array(z.string()),
  mail: z.object({
    server: z.string().nullable().meta({ description: 'Host and port of SMTP_URL; null: mails stay in the outbox' }),
    from: z.string(),
    test: MailTest.nullable(),
  }),
  planner: PlannerChoice,
  address: z.object({ url: z.string(), is_local: z.boolean() }),
  offer: Offer.nullable(),
  free_projects: z.int(),
  pro_projects: z.int(),
  project_id: Id.meta({
    description: 'Free for the first project, so that what connects an agent can be shown before',
  }),
  agent_called_at: Timestamp.nullable().meta({ description: 'When an agent of the caller called last' }),
});
export type SetUpState = z.infer<typeof SetUpState>;

export const getSetUp = endpoint({
  id: 'getSetUp',
  method: 'GET',
  path: '/api/setup',
  access: 'admin',
  summary: 'What the first set-up asks and finds',
  answer: SetUpState,
});

export const finishSetUp = endpoint({
  id: 'finishSetUp',
  method: 'POST',
  path: '/api/setup',
  access: 'admin',
  summary: 'Answer who the instance is for, and begin with a project, an example or neither; once',
  body: KindChoice.extend({
    project: z
      .strictObject({
        id: Id.optional(),
        name: requiredText(PROJECT_NAME_MAX),
        prd: savePrd.body.nullable().default(null),
      })
      .nullable()
      .default(null),
    example: z.boolean().default(false),
  }),
  bodyLimit: PRD_BODY_BYTES,
  answer: z.object({
    project_id: Id.nullable(),
    prd_problem: z.string().nullable().meta({ description: 'Why the PRD is not in the project; null: it is' }),
  }),
  errors: ['CONFLICT', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'USAGE_LIMIT_EXCEEDED'],
});

export const sendTestMail = endpoint({
  id: 'sendTestMail',
  method: 'POST',
  path: '/api/setup/test-mail',
  access: 'admin',
  summary: 'Mail the caller a link that proves, once opened, that mails arrive',
  answer: MailTest,
});

export const openTestMail = endpoint({
  id: 'openTestMail',
  method: 'POST',
  path: '/api/setup/test-mail/opened',
  access: 'public',
  summary: 'The link of the test mail was opened',
  body: z.strictObject({ token: text(100) }),
  answer: Nothing,
});
