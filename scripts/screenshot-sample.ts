import { randomUUID } from 'node:crypto';
import type { DataDirectory } from '#test/data-directory.ts';
import { runBaton } from '#test/server-process.ts';

type Database = Pick<DataDirectory, 'query'>;

export interface Sample {
  email: string;
  password: string;
  /** A project with tasks, and one without. */
  projects: { id: string; empty: string };
}

interface Neighbour {
  name: string;
  description: string | null;
  status: 'active' | 'archived';
  madeDaysAgo: number;
  touchedHoursAgo: number;
  /** Tasks and done tasks of each root list. */
  lists: readonly (readonly [tasks: number, done: number])[];
  /** Changes in each of the last days, today last. */
  activity: readonly number[];
}

const neighbours: readonly Neighbour[] = [
  {
    name: 'Northwind migration',
    description: 'Move the order service off the old queue without losing or repeating a message.',
    status: 'active',
    madeDaysAgo: 24,
    touchedHoursAgo: 3,
    lists: [
      [8, 6],
      [14, 3],
      [22, 0],
      [20, 0],
    ],
    activity: [0, 0, 0, 4, 9, 0, 0, 2, 7, 5, 0, 0, 8, 6],
  },
  {
    name: 'Lighthouse CLI',
    description: 'A command that checks a repository against our release rules and prints what is missing.',
    status: 'active',
    madeDaysAgo: 52,
    touchedHoursAgo: 50,
    lists: [
      [6, 6],
      [9, 9],
      [7, 7],
    ],
    activity: [3, 5, 8, 6, 9, 7, 4, 5, 3, 2, 2, 1, 0, 0],
  },
  {
    name: 'Tide tables',
    description: null,
    status: 'active',
    madeDaysAgo: 3,
    touchedHoursAgo: 1,
    lists: [],
    activity: [],
  },
  {
    name: 'Ledger importer',
    description: 'One-off import of the old ledgers, kept for its notes.',
    status: 'archived',
    madeDaysAgo: 140,
    touchedHoursAgo: 24 * 66,
    lists: [
      [18, 18],
      [22, 21],
    ],
    activity: [],
  },
];

/** The account with the example project that `baton demo` makes. */
export async function addExample(env: Record<string, string>, data: Database): Promise<Sample & { userId: string }> {
  const { stdout, stderr } = await runBaton(['demo'], env);
  const [, email, password] = /Created the account (\S+) with the password (\S+)/.exec(stdout) ?? [];
  const id = /\/projects\/([0-9a-f-]{36})/.exec(stdout)?.[1];
  if (email === undefined || password === undefined || id === undefined)
    throw new Error(`baton demo said: ${stdout}${stderr}`);
  const [user] = await data.query<{ id: string }>("update users set name = 'Mira Kern' where email = $1 returning id", [
    email,
  ]);
  if (user === undefined) throw new Error('baton demo made no account');
  return { email, password, projects: { id, empty: '' }, userId: user.id };
}

/** The same with activity and other projects; on the free tier all but one are archived. */
export async function addSample(env: Record<string, string>, data: Database, tier: 'free' | 'pro'): Promise<Sample> {
  const { email, password, projects, userId } = await addExample(env, data);
  const { id } = projects;
  if (tier === 'pro')
    await data.query("insert into user_subscriptions (user_id, tier_id) values ($1, 'pro')", [userId]);
  await addActivity(data, id, [0, 2, 0, 3, 5, 0, 4, 6, 2, 5, 7, 4, 8, 9]);
  let empty = '';
  for (const neighbour of neighbours) {
    const made = await addNeighbour(data, userId, {
      ...neighbour,
      status: tier === 'free' ? 'archived' : neighbour.status,
    });
    if (neighbour.lists.length === 0) empty = made;
  }
  return { email, password, projects: { id, empty } };
}

async function addNeighbour(data: Database, userId: string, neighbour: Neighbour): Promise<string> {
  const id = randomUUID();
  await data.query(
    `insert into projects (id, user_id, name, description, status, created_at, updated_at)
     values ($1, $2, $3, $4, $5, now() - make_interval(days => $6), now() - make_interval(hours => $7))`,
    [
      id,
      userId,
      neighbour.name,
      neighbour.description,
      neighbour.status,
      neighbour.madeDaysAgo,
      neighbour.touchedHoursAgo,
    ],
  );
  for (const [place, [tasks, done]] of neighbour.lists.entries()) {
    const listId = randomUUID();
    await data.query(
      `insert into task_lists (id, project_id, name, created_at) values ($1, $2, $3, now() + make_interval(secs => $4))`,
      [listId, id, `List ${place + 1}`, place],
    );
    await data.query(
      `insert into tasks (id, project_id, task_list_id, number, title, status, order_in_parent, is_completed, completed_at)
       select gen_random_uuid(), $1::uuid, $2::uuid, $5::int * 1000 + n, 'Task ' || n, case when n <= $4::int then 'done' else 'open' end,
         n, n <= $4::int, case when n <= $4::int then now() end
       from generate_series(1, $3::int) as n`,
      [id, listId, tasks, done, place],
    );
  }
  await addActivity(data, id, neighbour.activity);
  return id;
}

/** Past changes, inserted into the project's feed. */
async function addActivity(data: Database, projectId: string, activity: readonly number[]): Promise<void> {
  await data.query(
    "insert into feed_heads (scope, seq) values ('project:' || $1::text, 2000) on conflict (scope) do update set seq = 2000",
    [projectId],
  );
  await data.query(
    `insert into feed (scope, seq, events, actor, at)
     select 'project:' || $1::text, 1000 + row_number() over (), '[{"type": "project.updated", "data": {}}]'::jsonb, '{"kind":"system","id":null,"name":"sample"}'::jsonb,
            now() - make_interval(days => (cardinality($2::int[]) - day)::int)
     from unnest($2::int[]) with ordinality as past (changes, day), generate_series(1, changes)`,
    [projectId, activity],
  );
}
