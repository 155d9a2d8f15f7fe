import { afterAll, beforeAll, expect, test } from 'vitest';
import { EARLY_SUBSCRIBERS } from '#contract/constants.ts';
import type { InstanceInfo } from '#contract/instance.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type Customer, addCustomer, goToTime, sendForm } from '#test/sandbox-customer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

/** Accounts that once subscribed at the early price, and cancelled. */
async function takePlaces(count: number): Promise<void> {
  await server.database.pool.query(
    `with people as (
       insert into users (id, name, email) select gen_random_uuid(), 'Early', 'early-' || gen_random_uuid() || '@example.com'
       from generate_series(1, $1) returning id
     )
     insert into payment_subscriptions (id, user_id, provider, provider_id, plan_id, price_usd, status, activated_at)
     select gen_random_uuid(), id, 'sandbox', 'SB-' || id, 'sandbox-pro-monthly', 5, 'cancelled', now() from people`,
    [count],
  );
}

const offered = async () =>
  (await server.http.inject({ url: '/api/instance' })).json<{ data: InstanceInfo }>().data.offer?.price_usd;

async function agreed(customer: Customer): Promise<number[]> {
  const { rows } = await server.database.pool.query<{ price: number }>(
    `select b.price_usd::int as price from sandbox_subscriptions b
     join payment_subscriptions p on p.provider_id = b.id and p.price_usd = b.price_usd
     where b.subscriber = $1 order by b.created_at, b.id`,
    [customer.user.email],
  );
  return rows.map(({ price }) => price);
}

test('the price rises after the first thousand, who keep theirs, also when they come back', async () => {
  const [early, late] = [await addCustomer(server), await addCustomer(server)];
  await takePlaces(EARLY_SUBSCRIBERS - 1);
  expect(await offered()).toBe(5);
  await early.subscribe();
  expect(await offered()).toBe(10);
  await late.subscribe();
  expect((await early.current()).tier.price_usd).toBe(5);
  expect((await late.current()).tier.price_usd).toBe(10);
  expect((await early.current()).offer, 'a place is for good').toMatchObject({ price_usd: 5, regular_price_usd: 10 });

  await early.press('cancel');
  await late.press('cancel');
  await early.subscribe();
  await late.subscribe();
  expect(await agreed(early)).toEqual([5, 5]);
  expect(await agreed(late)).toEqual([10, 10]);
});

test('of twenty who ask for the last place at once, one gets it', async () => {
  await server.database.pool.query('delete from payment_subscriptions');
  await takePlaces(EARLY_SUBSCRIBERS - 1);
  const people: Customer[] = [];
  for (let count = 0; count < 20; count += 1) people.push(await addCustomer(server));
  const paths = await Promise.all(people.map((one) => one.checkout()));
  const prices = (await Promise.all(people.map(agreed))).flat().toSorted((a, b) => a - b);
  expect(prices).toEqual([5, ...Array.from({ length: 19 }, () => 10)]);

  // The agreed price holds until the checkout expires: then the place is free again.
  const [path = ''] = await Promise.all(
    people.map(async (one, index) => ((await agreed(one)).includes(5) ? paths[index] : undefined)),
  ).then((found) => found.filter((one) => one !== undefined));
  const newcomer = await addCustomer(server);
  server.clock.advance(3 * 3_600_000 + 1);
  expect(await offered()).toBe(5);
  expect((await sendForm(server, path, { action: 'approve' })).statusCode).toBe(410);
  goToTime(server, new Date().toISOString());
  expect((await newcomer.current()).tier.tier_name).toBe('free');
});
