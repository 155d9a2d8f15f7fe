import type { CurrentSubscription } from '#contract/subscription.ts';
import { type TestUser, addUser, tokenFor } from './builders.ts';
import type { TestServer } from './harness.ts';

type Answer = Awaited<ReturnType<TestServer['http']['inject']>>;

/** A person who pays in the sandbox, by the requests of their browser. */
export interface Customer {
  user: TestUser;
  call(method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer>;
  current(): Promise<CurrentSubscription>;
  /** The path of the checkout page. */
  checkout(): Promise<string>;
  /** Checkout and approval. */
  subscribe(): Promise<void>;
  /** The path of the portal page. */
  portal(): Promise<string>;
  /** Submits a form of the freshly opened portal. */
  press(action: string): Promise<Answer>;
}

export async function addCustomer(server: TestServer): Promise<Customer> {
  goToTime(server, new Date().toISOString());
  const user = await addUser(server);
  const call: Customer['call'] = async (method, url, payload) =>
    server.http.inject({
      method,
      url,
      headers: { authorization: `Bearer ${await tokenFor(server, user)}` },
      ...(payload && { payload }),
    });
  const pathOf = async (url: string, payload: object) => {
    const answer = await call('POST', url, payload);
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.body}`);
    return new URL(answer.json<{ data: { url: string } }>().data.url).pathname;
  };
  const checkout = () => pathOf('/api/subscriptions/checkout', {});
  const portal = () => pathOf('/api/subscriptions/portal', { returnUrl: `${server.config.url}/subscription` });
  return {
    user,
    call,
    checkout,
    portal,
    current: async () => {
      const answer = await call('GET', '/api/subscriptions/current');
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json<{ data: CurrentSubscription }>().data;
    },
    subscribe: async () => {
      const answer = await sendForm(server, await checkout(), { action: 'approve' });
      if (answer.statusCode !== 303) throw new Error(`the approval was answered ${answer.statusCode}`);
    },
    press: async (action) => {
      const path = await portal();
      return sendForm(server, path, { action, seen: await seenOn(server, path) });
    },
  };
}

export const sendForm = (server: TestServer, url: string, fields: Record<string, string>): Promise<Answer> =>
  server.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });

/** Sets the fake clock. Sessions and tokens expire by the real one, so a case that lasts for months is in the past. */
export const goToTime = (server: TestServer, time: string): void =>
  server.clock.advance(new Date(time).getTime() - server.clock.now().getTime());

/** The state encoded in a page's forms. */
export async function seenOn(server: TestServer, path: string): Promise<string> {
  const { body } = await server.http.inject({ url: path });
  return /name="seen" value="([^"]+)"/.exec(body)?.[1] ?? '';
}
