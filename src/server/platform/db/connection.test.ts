import type { Socket } from 'node:net';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { connectionOf } from './client.ts';
import { isCutOff, isDatabaseGone } from './lost-connection.ts';
import { writeValue } from './write-value.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
  await services.database.pool.query('create table kept (name text primary key, value jsonb)');
});
afterAll(() => services.dispose());

/** What `net` makes of a write between the end of the other side and the close of the socket: no system call is named. */
const endedByOther = () => Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });

test('a write to a socket that the database has ended is a lost connection, and may have been written', async () => {
  const running = services.db.transaction(async (tx) => {
    const connection = connectionOf(tx) as unknown as { connection: { stream: Socket }; query: pg.ClientBase['query'] };
    const asked = connection.query('select pg_sleep(60)');
    connection.connection.stream.destroy(endedByOther());
    await asked;
  });
  const error = await running.catch((thrown: unknown) => thrown);
  expect([isDatabaseGone(error), isCutOff(error)]).toEqual([true, true]);
  expect([isDatabaseGone(endedByOther()), isCutOff(endedByOther())], 'of another socket').toEqual([false, false]);
});

const KEEP = 'insert into kept (name, value) values ($1, $2)';
const kept = async (like: string) => {
  const { rows } = await services.database.pool.query<{ name: string }>(
    'select name from kept where name like $1 order by name',
    [`${like}%`],
  );
  return rows.map(({ name }) => name);
};

describe('a statement that does not leave', () => {
  const refused: [string, string, unknown[]][] = [
    ['a number JSON does not know', KEEP, ['big-2', { n: 1n }]],
    ['a function', KEEP, ['function-2', () => 1]],
    ['no date', KEEP, ['date-2', new Date(Number.NaN)]],
    ['what holds itself', KEEP, ['circle-2', circle()]],
    ['too many values', `select $1`, Array.from({ length: 65_536 }, () => 'x')],
  ];
  test.each(refused)('%s: nothing of its transaction is kept, before it or behind it', async (what, text, values) => {
    const name = what.replaceAll(' ', '-');
    const writing = services.db.transaction(async (tx) => {
      const connection = connectionOf(tx);
      // Pipelined with the commit behind them; nobody awaits the second.
      void connection.query(KEEP, [`${name}-1`, {}]);
      void connection.query(text, values).catch(() => undefined);
      void connection.query(KEEP, [`${name}-3`, {}]).catch(() => undefined);
    });
    await expect(writing).rejects.toThrow(/./);
    expect(await kept(name)).toEqual([]);
  });

  test('the connection goes on with the next transaction as if nothing had been', async () => {
    const asking = { text: 'select pg_backend_pid() as pid' };
    const pids = new Set<unknown>();
    for (const [at, value] of [1n, 1].entries()) {
      await services.db
        .transaction(async (tx) => {
          const connection = connectionOf(tx);
          pids.add((await connection.query<{ pid: number }>(asking)).rows[0]?.pid);
          void connection.query(KEEP, [`again-${at}`, { n: value }]).catch(() => undefined);
        })
        .catch(() => undefined);
    }
    expect(pids.size).toBe(1);
    expect(await kept('again')).toEqual(['again-1']);
  });

  test('a name that is given to two texts is refused before it is sent', async () => {
    const one = { name: 'test_one_name', text: KEEP, values: ['named-1', {}] };
    await services.database.pool.query(one);
    const writing = services.db.transaction(async (tx) => {
      const connection = connectionOf(tx);
      void connection.query(KEEP, ['named-2', {}]);
      void connection.query({ ...one, text: `${KEEP} ` }).catch(() => undefined);
    });
    await expect(writing).rejects.toThrow('test_one_name has two texts');
    expect(await kept('named')).toEqual(['named-1']);
  });

  test('outside of a transaction whoever asked is told', async () => {
    await expect(services.database.pool.query(KEEP, ['alone', { n: 1n }])).rejects.toThrow(/BigInt/);
    expect(await kept('alone')).toEqual([]);
  });
});

test('a statement that the server refuses takes its transaction with it, also where nobody waited', async () => {
  const writing = services.db.transaction(async (tx) => {
    const connection = connectionOf(tx);
    void connection.query(KEEP, ['twice', {}]);
    void connection.query(KEEP, ['twice', {}]).catch(() => undefined);
  });
  await writing.catch(() => undefined);
  expect(await kept('twice')).toEqual([]);
});

test('a connection that is lost is not used again', async () => {
  const asking = { text: 'select pg_backend_pid() as pid' };
  let lost: unknown;
  const writing = services.db.transaction(async (tx) => {
    const connection = connectionOf(tx);
    lost = (await connection.query<{ pid: number }>(asking)).rows[0]?.pid;
    await services.database.pool.query('select pg_terminate_backend($1)', [lost]);
    await connection.query(asking);
  });
  await expect(writing).rejects.toThrow(/./);
  const { rows } = await services.database.pool.query<{ n: number }>(
    'select count(*)::int as n from pg_stat_activity where pid = $1',
    [lost],
  );
  expect(rows).toEqual([{ n: 0 }]);
  await expect(services.db.transaction(async (tx) => connectionOf(tx).query('select 1'))).resolves.toBeDefined();
});

describe('values are written so that PostgreSQL reads the same', () => {
  const same: [string, string, unknown, unknown?][] = [
    ['a text', 'text', `a "quoted" \\ 'text', with {braces} and ü 漢 😀`],
    ['an empty text', 'text', ''],
    ['nothing', 'text', undefined, null],
    ['a number', 'double precision', 12.5],
    ['a large number', 'numeric', 12345678901234567890n, '12345678901234567890'],
    ['yes', 'boolean', true],
    ['a moment', 'timestamptz', new Date('2026-02-03T04:05:06.789Z')],
    ['bytes', 'bytea', Buffer.from([0, 1, 255])],
    ['a view of bytes', 'bytea', new Uint8Array([9, 8]), Buffer.from([9, 8])],
    ['an object', 'jsonb', { a: [1, null, '"'], b: { c: 'ü' } }],
    ['texts', 'text[]', ['plain', 'with, comma', '"quoted"', String.raw`back\slash`, '', 'NULL', '{}']],
    ['texts with gaps', 'text[]', ['a', null]],
    ['numbers', 'int[]', [1, -2, 3]],
    [
      'lists of lists',
      'int[]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['moments', 'timestamptz[]', [new Date(0), new Date('2026-02-03T04:05:06.789Z')]],
    ['objects', 'jsonb[]', [{ a: 'x"y' }, { b: [1] }]],
    ['lists of bytes', 'bytea[]', [Buffer.from([0, 34, 92]), Buffer.from([])]],
    ['no elements', 'text[]', []],
  ];
  test.each(same)('%s', async (_what, type, value, read = value) => {
    const { rows } = await services.database.pool.query<{ value: unknown }>(`select $1::${type} as value`, [value]);
    expect(rows[0]?.value).toEqual(read);
  });

  test('a symbol is no value', () => {
    expect(() => writeValue(Symbol('x'))).toThrow('a symbol is no value of a statement');
  });
});

test('a transaction has the level and the access it asks for', async () => {
  const shown = services.db.transaction(
    async (tx) => {
      const { rows } = await connectionOf(tx).query<{ level: string; access: string }>(
        `select current_setting('transaction_isolation') as level, current_setting('transaction_read_only') as access`,
      );
      return rows[0];
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  expect(await shown).toEqual({ level: 'repeatable read', access: 'on' });
});

test('a pool at its end is given back every connection', async () => {
  const own = await openTestServices();
  onTestFinished(() => own.dispose());
  await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) =>
      own.db.transaction(async (tx) => {
        await connectionOf(tx).query('select 1');
        if (at % 3 === 0) throw new Error('gave up');
      }),
    ),
  );
  expect(own.database.pool.idleCount).toBe(own.database.pool.totalCount);
});

function circle(): object {
  const value: Record<string, unknown> = {};
  value['self'] = value;
  return value;
}
