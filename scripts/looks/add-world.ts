import type { Browser } from '@playwright/test';
import { fillLogs } from '../../e2e/support/console.ts';
import { type Harbor, addHarbor } from '../../e2e/support/harbor.ts';
import { type Instance, SECRET } from '../../e2e/support/instance.ts';
import { type Person, addPerson, signIn } from '../../e2e/support/people.ts';
import { addProject } from '../../e2e/support/plans.ts';
import { addSample } from '../screenshot-sample.ts';

/** Everything the views show, made once; views that change something say so in their own file. */
export interface World {
  server: Instance;
  people: {
    /** On Pro, with the example project and others beside it. */
    owner: Person;
    /** On Free, with the Harbor plan of the journeys. */
    member: Person;
    /** Has just signed up. */
    newcomer: Person;
    admin: Person;
  };
  /** The owner's example project, and one of the owner's without a plan. */
  example: { id: string; empty: string };
  harbor: Harbor;
}

export async function addWorld(server: Instance, browser: Browser): Promise<World> {
  const env = { DATABASE_URL: server.databaseUrl, BATON_SECRET: SECRET };
  const sample = await addSample(env, { query: server.sql }, 'pro');
  const [row] = await server.sql<{ id: string }>('select id from users where email = $1', [sample.email]);
  if (row === undefined) throw new Error('the sample has no account');
  const owner = { ...sample, id: row.id, name: 'Mira Kern' };
  const member = await addPerson(server, { name: 'Ada Lovelace', address: 'ada' });
  const newcomer = await addPerson(server, { name: 'Grace Hopper', address: 'grace' });
  const admin = await addPerson(server, { name: 'Edsger Dijkstra', address: 'edsger', isAdmin: true });
  await fillLogs(server, admin);
  const harbor = await addMembersPlan(server, browser, member);
  return { server, people: { owner, member, newcomer, admin }, example: sample.projects, harbor };
}

async function addMembersPlan(server: Instance, browser: Browser, member: Person): Promise<Harbor> {
  const page = await browser.newPage();
  await signIn(page, server, member);
  const harbor = await addHarbor(page, server, member);
  await addProject(server, member, 'A project with a name that is far too long for the card it is on', {
    status: 'archived',
  });
  await page.close();
  return harbor;
}
