import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeSubscription } from '#server/billing/payments/rules.ts';
import { requireTier } from '#server/billing/queries.ts';
import { type TestUser, addUser } from '#test/builders.ts';
import { createRandom } from '#test/choose-operation.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { type PayPalInstance, startPayPalInstance } from '#test/paypal-instance.ts';
import { liveOn, toldBy } from '#test/paypal-lives.ts';
import { type PayPalMessage, PayPalServer } from '#test/paypal-server.ts';
import { SEED } from '#test/seed.ts';
import { type Env, type ServerProcess, freePort, startServer } from '#test/server-process.ts';
import { soak } from '#test/soak.ts';

const DELIVERIES = soak(240);
const PEOPLE = 40;
/** Every fourth person opens two checkouts, under two host names: under one they would get the same checkout. */
const TWO_TABS = 4;
const LANES = 12;
/** After how many answers which of the two servers is killed. */
const KILLS = [
  { after: soak(48), victims: [0] },
  { after: soak(108), victims: [0, 1] },
  { after: soak(180), victims: [1] },
];

const random = createRandom(SEED);
let folder = '';
let database: TestDatabase;
let paypal: PayPalServer;
/** Another server of the same instance: it starts the subscriptions, and does the jobs the killed ones left. */
let third: PayPalInstance;
let envs: Env[] = [];
let servers: ServerProcess[] = [];
const people: { user: TestUser; subscriptions: string[] }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-webhooks-'));
  database = await createTestDatabase();
  paypal = await PayPalServer.start();
  third = await startPayPalInstance({ databaseUrl: database.url, paypal });
  const root = join(folder, 'root.pem');
  await writeFile(root, paypal.signer.root.pem);
  const env = {
    ...paypal.env,
    // What an operator adds to the system's root certificates.
    NODE_EXTRA_CA_CERTS: root,
    DATABASE_URL: database.url,
    DATABASE_POOL: '6',
    BATON_SECRET: 'one secret for every server of the instance',
    BATON_DATA: join(folder, 'data'),
    BATON_REQUESTS_PER_MINUTE: '0',
    BATON_LOG_LEVEL: 'error',
  };
  envs = [
    { ...env, PORT: String(await freePort()) },
    { ...env, PORT: String(await freePort()) },
  ];
  servers = await Promise.all(envs.map((each) => startServer(each)));
  for (let number = 0; number < PEOPLE; number += 1) {
    const user = await addUser(third);
    const tabs = number % TWO_TABS === 0 ? 2 : 1;
    const subscriptions: string[] = [];
    for (let tab = 0; tab < tabs; tab += 1) {
      const returnUrl = `${third.config.url}/subscription/success?tab=${tab}`;
      subscriptions.push((await third.checkout(user, { returnUrl })).subscriptionId);
    }
    people.push({ user, subscriptions });
  }
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await third.dispose();
  await paypal.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

/** Webhooks in flight: each delivered up to three times, out of order, some long after the event. */
const onTheWay: PayPalMessage[] = [];
let [sent, planned, answered, again] = [0, 0, 0, 0];
let restart: Promise<unknown> = Promise.resolve();
const dead = new Set<number>();

function sendOut(): void {
  for (; sent < paypal.messages.length; sent += 1) {
    const copies = 1 + Math.floor(random() * 3);
    planned += copies;
    for (let copy = 0; copy < copies; copy += 1) onTheWay.push(paypal.messages[sent] as PayPalMessage);
  }
}

/** Makes something happen at the fake PayPal, until enough has. */
function letHappen(): void {
  const living = people.flatMap(({ subscriptions }) => subscriptions);
  for (let tries = 0; tries < 50 && planned < DELIVERIES; tries += 1) {
    if (!liveOn(paypal.books, pick(living), random, new Date())) continue;
    sendOut();
    return;
  }
}

async function deliverAll(): Promise<void> {
  for (;;) {
    if (dead.size === servers.length) await restart;
    if (random() < 0.6) letHappen();
    sendOut();
    const [message] = onTheWay.splice(Math.floor(random() * onTheWay.length), 1);
    if (message === undefined) return;
    const status = await deliver(message);
    expect([200, 502, undefined], `seed ${SEED}`).toContain(status);
    if (status === 200) answered += 1;
    // As PayPal does: a webhook that was not answered with success is retried.
    else onTheWay.push(message);
    if (status !== 200) again += 1;
    const kill = KILLS.find(({ after }) => after === answered);
    if (status === 200 && kill !== undefined) restart = restart.then(() => killAndStart(kill.victims));
  }
}

async function deliver({ headers, body }: PayPalMessage): Promise<number | undefined> {
  const url = `${pick(servers.filter((_, number) => !dead.has(number))).url}/api/webhooks/paypal`;
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status;
}

async function killAndStart(victims: number[]): Promise<void> {
  const restarted = victims.map(async (victim) => {
    const killed = servers[victim]?.kill();
    dead.add(victim);
    await killed;
    servers[victim] = await startServer(envs[victim] ?? {});
    dead.delete(victim);
  });
  await Promise.all(restarted);
}

/**
 * A last event for everybody: both servers are killed after they stored the webhooks and before PayPal answered their
 * reads. The retried webhooks are duplicates by then, so only due polls can complete the work.
 */
async function killWithLooksUnderWay(): Promise<void> {
  const from = paypal.messages.length;
  for (const id of people.flatMap(({ subscriptions }) => subscriptions)) liveOn(paypal.books, id, random, new Date());
  const last = paypal.messages.slice(from);
  const waiting = new Set(last.map(({ subscriptionId }) => subscriptionId));
  const allAsked = Promise.withResolvers<void>();
  paypal.fault = () => undefined;
  paypal.holdBack = ({ path }) => {
    const id = /\/subscriptions\/([^/?]+)$/.exec(path)?.[1];
    if (id === undefined) return undefined;
    waiting.delete(id);
    if (waiting.size === 0) allAsked.resolve();
    return new Promise(() => {});
  };
  const deliveries = Promise.all(last.map(deliver));
  await allAsked.promise;
  await Promise.all([killAndStart([0, 1]), deliveries]);
  paypal.holdBack = () => undefined;
  sendOut();
}

/** Polls that the dead servers owed: another one makes them when they are due. */
async function tendTheRest(): Promise<void> {
  for (let rounds = 0; rounds < 10; rounds += 1) {
    third.clock.advance(Date.now() - third.now().getTime() + 3 * 60_000);
    await third.app.tend();
  }
}

const COLUMNS = `p.provider_id, p.status, p.period_start, p.period_end, p.access_until, p.renews, p.price_usd::float as price`;

test(`a thousand messages in any order, through four kills, end as PayPal has it (seed ${SEED})`, async () => {
  paypal.fault = () => (random() < 0.01 ? pick([{ status: 503 }, 'hang-up'] as const) : undefined);
  // Answers are reordered.
  paypal.holdBack = async () => {
    if (random() < 0.3) await new Promise((resolve) => setTimeout(resolve, random() * 30));
  };
  sendOut();
  await Promise.all(Array.from({ length: LANES }, deliverAll));
  await restart;
  await deliverAll();
  await killWithLooksUnderWay();
  await deliverAll();
  await tendTheRest();

  expect(answered).toBeGreaterThanOrEqual(DELIVERIES);
  expect(again).toBeGreaterThan(0);
  const events = await third.database.pool.query<{ outcome: string }>('select distinct outcome from payment_events');
  expect(events.rows).toEqual([{ outcome: 'counted' }]);

  for (const { user, subscriptions } of people) {
    const books = subscriptions.map((id) => paypal.books.require(id));
    const standings = books.map((book) => ({ book, ...judgeSubscription(toldBy(book)) }));
    const { rows } = await third.database.pool.query(
      `select ${COLUMNS} from payment_subscriptions p where p.user_id = $1 order by p.created_at, p.id`,
      [user.id],
    );
    expect(rows, `seed ${SEED}`).toEqual(
      standings.map(({ book, status, periodStart, periodEnd, accessUntil, renews }) => ({
        provider_id: book.id,
        status,
        period_start: periodStart,
        period_end: periodEnd,
        access_until: accessUntil,
        renews,
        price: 5,
      })),
    );
    const until = Math.max(...standings.map(({ accessUntil }) => accessUntil?.getTime() ?? 0));
    const isPro = until > third.now().getTime();
    const { tier } = await requireTier(third.db, user.id, third.now());
    expect(tier.tierName, `seed ${SEED}`).toBe(isPro ? 'pro' : 'free');
    const plan = await third.database.pool.query<{ access_until: Date | null }>(
      'select access_until from user_subscriptions where user_id = $1',
      [user.id],
    );
    expect(plan.rows[0]?.access_until?.getTime() ?? 0, `seed ${SEED}`).toBe(isPro ? until : 0);
    expect(books.filter(({ status }) => status === 'ACTIVE').length, `seed ${SEED}`).toBeLessThanOrEqual(1);
  }
});
