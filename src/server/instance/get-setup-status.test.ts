import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Context } from '#server/platform/context.ts';
import type { Mailer } from '#server/platform/mail/index.ts';
import { addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { type SetupParts, getSetupStatus } from './get-setup-status.ts';

let services: TestServices;
let user: Context;
let admin: Context;
beforeAll(async () => {
  services = await openTestServices();
  user = (await addUser(services)).ctx;
  admin = (await addUser(services, { isAdmin: true })).ctx;
});
afterAll(() => services.dispose());

const mailer = (kind: Mailer['kind'], probe: Mailer['probe']): Mailer => ({ ...services.mail, kind, probe });
const draft = () => Promise.reject(new Error('nobody asked for a plan'));
const embedded: SetupParts['engine'] = {
  choose: async () => ({ name: 'embedded', label: 'Embedded planner', model: null, draft }),
};
const sandbox: SetupParts['payments'] = {
  name: 'sandbox',
  probe: async () => ({ ok: true, detail: 'Sandbox: no money moves.' }),
};
const parts: SetupParts = {
  engine: embedded,
  payments: sandbox,
  askModel: () => Promise.reject(new Error('there is no model to ask')),
};
const named = async (ctx: Context, name: string, asked: SetupParts = parts) =>
  (await getSetupStatus(ctx, asked)).find((probe) => probe.name === name);

describe('getSetupStatus', () => {
  it('reports what each part answered, by asking it', async () => {
    const mail = mailer('outbox', async () => ({ ok: true, detail: 'Mails are kept.' }));
    expect(await getSetupStatus({ ...user, mail }, parts)).toEqual([
      {
        name: 'Database',
        state: 'connected',
        detail: expect.stringMatching(/^PostgreSQL \d+(\.\d+)? is responding\.$/) as string,
      },
      { name: 'Mail', state: 'ready', detail: 'Mails are kept.' },
      { name: 'AI engine', state: 'ready', detail: 'Embedded planner: needs no key.' },
      { name: 'Realtime', state: 'active', detail: 'Changes reach open pages as they happen.' },
      { name: 'Payments', state: 'ready', detail: 'Sandbox: no money moves.' },
    ]);
  });

  it('keeps the names and complaints of mail servers from everybody but administrators', async () => {
    const failing = mailer('smtp', async () => ({ ok: false, detail: 'mail.internal:587 says no.' }));
    expect(await named({ ...user, mail: failing }, 'Mail')).toMatchObject({
      state: 'failing',
      detail: 'The mail server is not accepting email right now.',
    });
    expect(await named({ ...admin, mail: failing }, 'Mail')).toMatchObject({
      state: 'failing',
      detail: 'mail.internal:587 says no.',
    });

    const working = mailer('smtp', async () => ({ ok: true, detail: 'mail.internal:587 accepts mail.' }));
    expect(await named({ ...user, mail: working }, 'Mail')).toMatchObject({
      state: 'ready',
      detail: 'The mail server accepts email.',
    });
  });

  const withModel = (found: Awaited<ReturnType<SetupParts['askModel']>>): SetupParts => ({
    ...parts,
    engine: { choose: async () => ({ name: 'anthropic', label: 'Claude', model: 'claude-1', draft }) },
    askModel: async () => found,
  });

  it('asks the model that drafts plans, and says how long it took', async () => {
    const proven = withModel({ state: 'answers', ms: 120, isKeyProven: true });
    expect(await named(user, 'AI engine', proven)).toMatchObject({
      state: 'ready',
      detail: 'Claude drafts the plans; it answered in 120 ms.',
    });
    const unproven = withModel({ state: 'answers', ms: 120, isKeyProven: false });
    expect((await named(user, 'AI engine', unproven))?.detail).toContain('the key was not tried');
  });

  it('tells administrators what to check when a model does not answer, and others that it does not', async () => {
    const refused = withModel({ state: 'refused-key' });
    expect(await named(admin, 'AI engine', refused)).toMatchObject({
      state: 'failing',
      detail: 'The model’s address refuses the key: check ANTHROPIC_API_KEY.',
    });
    expect(await named(user, 'AI engine', refused)).toMatchObject({
      state: 'failing',
      detail: 'The model refuses this server’s key. The embedded planner still works.',
    });
    const away = withModel({ state: 'not-reached', reason: 'ECONNREFUSED' });
    expect(await named(admin, 'AI engine', away)).toMatchObject({
      state: 'failing',
      detail: 'The model’s address cannot be reached (ECONNREFUSED): check ANTHROPIC_BASE_URL and the network.',
    });
    expect((await named(user, 'AI engine', away))?.detail).not.toContain('ECONNREFUSED');
  });

  it('asks PayPal, and keeps its complaints for administrators', async () => {
    const payPal = (ok: boolean): SetupParts => ({
      ...parts,
      payments: { name: 'paypal', probe: async () => ({ ok, detail: 'client id: said PayPal.' }) },
    });
    expect(await named(user, 'Payments', payPal(true))).toMatchObject({ state: 'ready', detail: 'PayPal is responding.' });
    expect(await named(user, 'Payments', payPal(false))).toMatchObject({
      state: 'failing',
      detail: 'PayPal is not responding right now.',
    });
    expect(await named(admin, 'Payments', payPal(false))).toMatchObject({
      state: 'failing',
      detail: 'client id: said PayPal.',
    });
  });

  it('says where nothing is sold, and to administrators what to do', async () => {
    const none: SetupParts = {
      ...parts,
      payments: { name: 'sandbox', probe: async () => ({ ok: false, detail: 'Set up PayPal.' }) },
    };
    const state = 'not configured';
    expect(await named(user, 'Payments', none)).toMatchObject({ state, detail: 'Payment is not set up.' });
    expect(await named(admin, 'Payments', none)).toMatchObject({ state, detail: 'Set up PayPal.' });
  });

  it('answers for every part even when one of them throws', async () => {
    const mail = mailer('smtp', () => Promise.reject(new Error('boom')));
    const probes = await getSetupStatus({ ...user, mail }, parts);
    expect(probes).toHaveLength(5);
    expect(probes[1]).toEqual({ name: 'Mail', state: 'failing', detail: 'It does not answer right now.' });
  });

  it('gives up on a part that hangs after two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const mail = mailer('smtp', () => new Promise(() => undefined));
      const answer = named({ ...user, mail }, 'Mail');
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await answer).toMatchObject({ state: 'failing', detail: 'No answer within 2 seconds.' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('says so when the message bus is cut off, or hears nothing', async () => {
    expect(await named({ ...user, bus: { ...user.bus, connected: () => false } }, 'Realtime')).toMatchObject({
      state: 'failing',
    });

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const answer = named({ ...user, bus: { ...user.bus, on: () => () => undefined } }, 'Realtime');
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await answer).toMatchObject({ state: 'failing', detail: 'No answer within 2 seconds.' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('says so when the database is gone, without failing itself', async () => {
    const lost = await openTestServices();
    const ctx = lost.contextFor(user.actor);
    await lost.dispose();
    expect(await named(ctx, 'Database')).toEqual({
      name: 'Database',
      state: 'failing',
      detail: 'It does not answer right now.',
    });
  });
});
