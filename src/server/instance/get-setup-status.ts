import { sql } from 'drizzle-orm';
import type { Probe } from '#contract/instance.ts';
import type { PaymentProvider } from '#server/billing/index.ts';
import type { Engine, ModelState } from '#server/engine/index.ts';
import { newId } from '#server/platform/id.ts';
import { notifyValues } from '#server/platform/bus.ts';
import type { Context } from '#server/platform/context.ts';
import { setTimeout } from '#server/platform/guard.ts';

type Finding = Omit<Probe, 'name'>;

export type ModelName = keyof typeof VARIABLES;

/** Dependencies of the probes beyond the context. */
export interface SetupParts {
  payments: Pick<PaymentProvider, 'name' | 'probe'>;
  engine: Pick<Engine, 'choose'>;
  /** A cached check of the model's endpoint. */
  askModel(name: ModelName): Promise<ModelState>;
}

const PATIENCE_MS = 2_000;

/** Probes every part of the instance. A part that fails or times out is a result, not an error. */
export async function getSetupStatus(ctx: Context, parts: SetupParts): Promise<Probe[]> {
  return Promise.all([
    probe('Database', () => askDatabase(ctx)),
    probe('Mail', () => askMail(ctx)),
    probe('AI engine', () => askEngine(ctx, parts)),
    probe('Realtime', () => askRealtime(ctx)),
    probe('Payments', () => askPayments(ctx, parts.payments)),
  ]);
}

async function askDatabase(ctx: Context): Promise<Finding> {
  const { rows } = await ctx.db.execute<{ version: string }>(sql`select current_setting('server_version') as version`);
  return { state: 'connected', detail: `PostgreSQL ${rows[0]?.version.split(' ', 1)[0] ?? ''} is responding.` };
}

/** Host names and error messages of the operator's servers are for administrators only. */
const maySeeDetails = ({ actor }: Context) => actor.kind === 'user' && actor.isAdmin;

async function askMail(ctx: Context): Promise<Finding> {
  const { ok, detail } = await ctx.mail.probe();
  const state = ok ? 'ready' : 'failing';
  if (ctx.mail.kind === 'outbox' || maySeeDetails(ctx)) return { state, detail };
  return { state, detail: ok ? 'The mail server accepts email.' : 'The mail server is not accepting email right now.' };
}

/** Lists the model's name only: asking it for an answer would cost money with every probe. */
async function askEngine(ctx: Context, { engine, askModel }: SetupParts): Promise<Finding> {
  const { name, label } = await engine.choose(undefined);
  if (name === 'embedded') return { state: 'ready', detail: `${label}: needs no key.` };
  const found = await askModel(name);
  if (found.state === 'answers') {
    const proof = found.isKeyProven ? '' : ' It keeps no list of models, so the key was not tried.';
    return { state: 'ready', detail: `${label} drafts the plans; it answered in ${found.ms} ms.${proof}` };
  }
  return { state: 'failing', detail: maySeeDetails(ctx) ? explain(found, name) : TOLD[found.state] };
}

const TOLD = {
  'refused-key': 'The model refuses this server’s key. The embedded planner still works.',
  'not-reached': 'The model cannot be reached right now. The embedded planner still works.',
} as const;

const VARIABLES = {
  anthropic: { key: 'ANTHROPIC_API_KEY', url: 'ANTHROPIC_BASE_URL' },
  'openai-compatible': { key: 'OPENAI_COMPATIBLE_KEY', url: 'OPENAI_COMPATIBLE_URL' },
} as const;

function explain(found: Exclude<ModelState, { state: 'answers' }>, name: ModelName): string {
  const { key, url } = VARIABLES[name];
  if (found.state === 'refused-key') return `The model’s address refuses the key: check ${key}.`;
  return `The model’s address cannot be reached (${found.reason}): check ${url} and the network.`;
}

async function askPayments(ctx: Context, payments: SetupParts['payments']): Promise<Finding> {
  const { ok, detail } = await payments.probe();
  if (payments.name === 'sandbox' && !ok)
    return { state: 'not configured', detail: maySeeDetails(ctx) ? detail : 'Payment is not set up.' };
  const state = ok ? 'ready' : 'failing';
  if (payments.name === 'sandbox' || maySeeDetails(ctx)) return { state, detail };
  return { state, detail: ok ? 'PayPal is responding.' : 'PayPal is not responding right now.' };
}

/** A round trip through LISTEN/NOTIFY, the same way other servers' messages take. */
async function askRealtime(ctx: Context): Promise<Finding> {
  if (!ctx.bus.connected()) return { state: 'failing', detail: 'The message bus is reconnecting to the database.' };
  const subject = newId();
  const arrived = Promise.withResolvers<void>();
  const off = ctx.bus.on('probe', (heard) => heard === subject && arrived.resolve());
  try {
    const [channel, payload] = notifyValues('probe', subject);
    await ctx.db.execute(sql`select pg_notify(${channel}, ${payload})`);
    await inTime(arrived.promise);
    return { state: 'active', detail: 'Changes reach open pages as they happen.' };
  } finally {
    off();
  }
}

async function probe(name: string, ask: () => Promise<Finding>): Promise<Probe> {
  try {
    return { name, ...(await inTime(ask())) };
  } catch (error) {
    const detail = error instanceof TimeoutError ? 'No answer within 2 seconds.' : 'It does not answer right now.';
    return { name, state: 'failing', detail };
  }
}

class TimeoutError extends Error {}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new TimeoutError()), PATIENCE_MS);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
