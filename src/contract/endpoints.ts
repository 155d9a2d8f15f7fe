import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import * as account from './account.ts';
import * as accountActivity from './account-activity.ts';
import * as adminInstance from './admin-instance.ts';
import * as adminLogs from './admin-logs.ts';
import * as adminSafety from './admin-safety.ts';
import * as adminSettings from './admin-settings.ts';
import * as adminSystem from './admin-system.ts';
import * as adminUsers from './admin-users.ts';
import * as answer from './answer.ts';
import * as apiKey from './api-key.ts';
import * as checkpoint from './checkpoint.ts';
import * as connectedApps from './connected-apps.ts';
import * as emailChange from './email-change.ts';
import * as fields from './fields.ts';
import * as generation from './generation.ts';
import * as instance from './instance.ts';
import * as instanceKind from './instance-kind.ts';
import * as invitation from './invitation.ts';
import * as namedKeys from './named-keys.ts';
import * as news from './news.ts';
import * as note from './note.ts';
import * as notifications from './notifications.ts';
import * as passkeys from './passkeys.ts';
import * as people from './people.ts';
import * as plan from './plan.ts';
import * as planDraft from './plan-draft.ts';
import * as planTree from './plan-tree.ts';
import * as prd from './prd.ts';
import * as proof from './proof.ts';
import * as question from './question.ts';
import * as project from './project.ts';
import * as realtime from './realtime.ts';
import * as relay from './relay.ts';
import * as role from './role.ts';
import * as run from './run.ts';
import * as runWork from './run-work.ts';
import * as requirement from './requirement.ts';
import * as search from './search.ts';
import * as setUp from './set-up.ts';
import * as subscription from './subscription.ts';
import * as task from './task.ts';
import * as timeline from './timeline.ts';
import * as tools from './tools.ts';
import * as transfer from './transfer.ts';
import * as twoFactor from './two-factor.ts';

const MODULES = [
  account,
  accountActivity,
  adminInstance,
  adminLogs,
  adminSafety,
  adminSettings,
  adminSystem,
  adminUsers,
  answer,
  apiKey,
  checkpoint,
  connectedApps,
  emailChange,
  generation,
  instance,
  instanceKind,
  invitation,
  namedKeys,
  news,
  note,
  notifications,
  passkeys,
  people,
  plan,
  planDraft,
  planTree,
  prd,
  project,
  proof,
  question,
  realtime,
  relay,
  requirement,
  role,
  run,
  runWork,
  search,
  setUp,
  subscription,
  task,
  timeline,
  tools,
  transfer,
  twoFactor,
];

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The exports of every module, from which the web app derives the types of its calls. */
export type Modules = Intersection<(typeof MODULES)[number]>;

/** Every endpoint of the contract, for the OpenAPI document and the access test. */
export const ENDPOINTS: readonly Endpoint[] = MODULES.flatMap((module) => Object.values(module) as unknown[]).filter(
  isEndpoint,
);

/** Every named schema, under the same name in the OpenAPI document. */
export const SCHEMAS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  [fields, ...MODULES]
    .flatMap((module) => Object.entries<unknown>(module))
    .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType),
);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}
