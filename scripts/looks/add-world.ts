import type { Browser, Page } from '@playwright/test';
import { makeKey } from '../../e2e/support/agent.ts';
import { takeTask } from '../../e2e/support/agent-at-work.ts';
import { fillLogs } from '../../e2e/support/console.ts';
import { type Harbor, addHarbor } from '../../e2e/support/harbor.ts';
import { type Instance, SECRET } from '../../e2e/support/instance.ts';
import { type Person, addPerson, signIn } from '../../e2e/support/people.ts';
import { addProject, addTasks } from '../../e2e/support/plans.ts';
import { TIDE_PRD, generateFrom } from '../../e2e/support/prd.ts';
import { giveSubscription } from '../../e2e/support/subscriptions.ts';
import { addSample } from '../screenshot-sample.ts';

export const HELD = 'Clock-skew guard';
export const ASKED = 'Burst window';
export const BLOCKED = 'Beta with three users';
export const FINISHED = 'Flush counters';
export const QUESTION = 'Whose clock counts when two servers disagree?';
const OPTIONS = [
  { label: 'The database’s', consequence: 'One clock; every call waits for it.' },
  { label: 'Each server its own', consequence: 'Quick; counters may drift by a second.', preferred: true },
  { label: 'A time service' },
];

/** Everything the views show, made once. Views change nothing of it: others look at it after them. */
export interface World {
  server: Instance;
  people: {
    /** On Pro, with the example project and others beside it. */
    owner: Person;
    /** On Free, with the Harbor plan: a held, an asked, a blocked and a finished task, and notes of every type. */
    member: Person;
    /** On Pro and subscribed, with a plan made from a PRD. */
    planner: Person;
    /** On Free with three projects, of which two can only be read. */
    crowded: Person;
    /** Has just signed up. */
    newcomer: Person;
    admin: Person;
  };
  /** The owner's example project, and one of the owner's without a plan. */
  example: { id: string; empty: string };
  harbor: Harbor;
  /** The planner's: one with a plan made from TIDE_PRD, one without anything. */
  tide: { id: string; empty: string };
  readOnly: string;
}

export async function addWorld(server: Instance, browser: Browser): Promise<World> {
  const env = { DATABASE_URL: server.databaseUrl, BATON_SECRET: SECRET };
  const sample = await addSample(env, { query: server.sql }, 'pro');
  const [row] = await server.sql<{ id: string }>('select id from users where email = $1', [sample.email]);
  if (row === undefined) throw new Error('the sample has no account');
  const owner = { ...sample, id: row.id, name: 'Mira Kern' };
  const [member, planner, crowded, newcomer, admin] = await Promise.all([
    addPerson(server, { name: 'Ada Lovelace', address: 'ada' }),
    addPerson(server, { name: 'Barbara Liskov', address: 'barbara' }),
    addPerson(server, { name: 'Alan Turing', address: 'alan' }),
    addPerson(server, { name: 'Grace Hopper', address: 'grace' }),
    addPerson(server, { name: 'Edsger Dijkstra', address: 'edsger', isAdmin: true }),
  ]);
  await fillLogs(server, member);
  await giveSubscription(server, planner, { status: 'active' });
  const harbor = await withPage(browser, server, member, (page) => addMembersPlan(page, server, member));
  const tide = await withPage(browser, server, planner, (page) => addPlannersPlan(page, server, planner));
  const readOnly = await addTooMany(server, crowded);
  return {
    server,
    people: { owner, member, planner, crowded, newcomer, admin },
    example: sample.projects,
    harbor,
    tide,
    readOnly,
  };
}

async function withPage<T>(
  browser: Browser,
  server: Instance,
  person: Person,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await browser.newPage();
  await signIn(page, server, person);
  const made = await work(page);
  await page.close();
  return made;
}

async function addMembersPlan(page: Page, server: Instance, member: Person): Promise<Harbor> {
  const harbor = await addHarbor(page, server, member);
  const { api, id } = harbor;
  await addProject(server, member, 'A project with a name that is far too long for the card it is on', {
    status: 'archived',
  });
  await api.send('POST', `/api/projects/${id}/checkpoints`, { name: 'Before the change' });
  await api.send('PATCH', `/api/tasks/${harbor.task('Write invoices').id}`, { title: 'Write the invoices' });
  await endTasks(server, harbor);
  await writeNotes(harbor);
  await harbor.claim(HELD);
  return harbor;
}

/** A task that is done with everything an agent can say about it, one that waits for an answer, one that is blocked. */
async function endTasks(server: Instance, harbor: Harbor): Promise<void> {
  const apiKey = await makeKey(harbor.api);
  const end = async (title: string, outcome: Record<string, unknown>) => {
    const { number } = harbor.task(title);
    const { finish, agent } = await takeTask(server, { apiKey, projectId: harbor.id, name: 'codex', task: number });
    await finish(outcome);
    await agent.close();
  };
  await end(FINISHED, {
    outcome: 'done',
    summary: 'Counters are flushed every second and at the end.',
    files: ['src/flush.ts', 'src/flush.test.ts'],
    evidence: 'flush.test.ts passes; 10,000 counters in 40 ms.',
    branch: 'agent/flush-counters',
    commit: '4f1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b9c',
  });
  await end(BLOCKED, { outcome: 'block', summary: 'Nobody has said who the three are.' });
  await end(ASKED, {
    outcome: 'ask',
    question: QUESTION,
    summary: 'skew.test.ts:41 saw 1.2 s between them',
    options: OPTIONS,
  });
}

async function writeNotes({ api, id, task, note }: Harbor): Promise<void> {
  await note('FINDING', 'The clock of **node 3** runs ahead:\n\n```ts\nconst skew = 5_000; // ms\n```', HELD);
  await note('CONTEXT', `A long one about the clock. ${'More of it. '.repeat(60)}`, HELD);
  await note('PROGRESS', 'Half of the counters are moved.\n\n- [x] per key\n- [ ] per hour\n\n> Slowly.', HELD);
  await note('FILE_LIST', '- `src/clock.ts`\n- `src/clock.test.ts`', HELD);
  await note('OTHER', '| Node | Skew |\n| --- | ---: |\n| 1 | 3 ms |\n| 3 | 1,200 ms |\n\n1. one\n2. two', HELD);
  const { id: replaced } = await note('CONTEXT', 'The limit is four thousand.', HELD);
  await api.send('POST', `/api/projects/${id}/notes`, {
    type: 'CONTEXT',
    body: 'The limit is five thousand.',
    task_id: task(HELD).id,
    supersedes_id: replaced,
    pinned: true,
  });
  await note('CONTEXT', 'About the project: see [the wiki](https://example.com/wiki).');
}

async function addPlannersPlan(page: Page, server: Instance, planner: Person): Promise<World['tide']> {
  const id = await addProject(server, planner, 'Tide', { description: 'Lending for a small library.' });
  await generateFrom(page, server, id, TIDE_PRD);
  await generateFrom(page, server, id, TIDE_PRD.replace('four weeks', 'three weeks'));
  return { id, empty: await addProject(server, planner, 'Reading room') };
}

/** Free has room for one: the one that was used last stays as it was. */
async function addTooMany(server: Instance, crowded: Person): Promise<string> {
  const readOnly = await addProject(server, crowded, 'Dockyard', { description: 'Cranes and slipways.' });
  await addTasks(server, readOnly, [
    ['Lay the keel', 'done'],
    ['Raise the mast', 'wip'],
    ['Set sail', 'open'],
  ]);
  await addProject(server, crowded, 'Harbor API');
  await addProject(server, crowded, 'Lighthouse');
  await server.sql(`update projects set updated_at = now() - interval '3 days' where id = $1`, [readOnly]);
  return readOnly;
}
