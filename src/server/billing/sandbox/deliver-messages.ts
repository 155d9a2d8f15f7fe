import { eq, sql } from 'drizzle-orm';
import type { Services } from '#server/platform/context.ts';
import { sandboxMessages } from '#server/platform/db/tables/index.ts';
import { signMessage } from './sign-message.ts';

/** Sends a webhook, and returns the status of the answer. */
export type Post = (path: string, headers: Record<string, string>, body: string) => Promise<number>;

interface Sender {
  services: Services;
  key: Buffer;
  post: Post;
}

interface Message extends Record<string, unknown> {
  id: string;
  body: string;
  tries: number;
}

const DOOR = '/api/webhooks/sandbox';
const AT_ONCE = 100;
/** About two days with the backoff below; after that the state is polled anyway. */
const TRIES_MAX = 25;

/**
 * Delivers due webhooks, or of these only the given ones, at least once: each is claimed, and its retry scheduled,
 * before it is sent, so a crash in between only delays it.
 */
export async function deliverMessages(sender: Sender, ids?: readonly string[]): Promise<void> {
  for (const message of await takeDue(sender.services, ids)) await deliver(sender, message);
}

async function takeDue({ db, now }: Services, ids: readonly string[] | undefined): Promise<Message[]> {
  const at = now().toISOString();
  const { rows } = await db.execute<Message>(sql`
    with due as (
      select id from sandbox_messages
      where deliver_at <= ${at}::timestamptz and (${ids === undefined} or id = any(${sql.param(ids ?? [])}::text[]))
      order by deliver_at, id limit ${AT_ONCE} for update skip locked
    )
    update sandbox_messages m set
      tries = m.tries + 1,
      deliver_at = ${at}::timestamptz + least(power(2, m.tries) * interval '5 seconds', interval '3 hours')
    from due where m.id = due.id
    returning m.id, m.body, m.tries`);
  // Ids are monotonic in time.
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

async function deliver({ services, key, post }: Sender, { id, body, tries }: Message): Promise<void> {
  const answer = await post(DOOR, signMessage(key, id, body, services.now()), body).catch((error: unknown) => {
    services.log.warn({ err: error, message: id }, 'a message of the sandbox was not answered');
    return 0;
  });
  const taken = answer >= 200 && answer < 300;
  if (!taken) services.log.warn({ message: id, tries, status: answer }, 'a message of the sandbox was not taken');
  if (taken || tries >= TRIES_MAX) await services.db.delete(sandboxMessages).where(eq(sandboxMessages.id, id));
}
