import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CliWorld, withCliWorld } from '#test/cli-world.ts';
import type { Environment } from './environment.ts';
import { currentBaton, forgetBaton, listHeld, rememberBaton, requireBaton } from './remember-baton.ts';

let world: CliWorld;
withCliWorld((given) => (world = given));

const PROJECT = '0199a1b2-0000-7000-8000-00000000cafe';

/** What a run gives to the program it starts. */
async function giveBaton() {
  await world.addTasks('Lay the keel', 'Plank');
  return { BATON_TASK: 'T1', BATON_TOKEN: await claim('codex-2'), BATON_AGENT: 'codex-2' };
}

async function claim(agent: string): Promise<string> {
  const response = await fetch(`${world.url}/api/projects/${world.projectId}/tools/task_claim`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'T1', agent }),
  });
  const { data } = (await response.json()) as { data: { data: { token: string } } };
  return data.data.token;
}
const stateFiles = (): string[] => {
  const folder = join(world.home, '.local/state');
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
};

test('a baton of another project, without a token or without a task is not used', async () => {
  const env = await giveBaton();
  const done = ['done', '-m', 'Laid the keel.'];
  for (const missing of [{ BATON_TOKEN: undefined }, { BATON_TASK: '' }, { BATON_TASK: 'keel' }])
    expect(await world.baton(done, { env: { ...env, ...missing } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Nothing was claimed'),
    });
  const other = await world.baton([...done, '--project', PROJECT], { env });
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing was claimed') });
  expect(await world.baton(['show', 'T1'])).toMatchObject({ stdout: expect.stringContaining('[wip') });
});

test('an agent notes and finishes under the baton it was given, and the token is not stored', async () => {
  const env = await giveBaton();
  expect(await world.baton(['note', 'finding', 'The oak is wet.', '--task', 'T1'], { env })).toMatchObject({ code: 0 });
  expect(await world.baton(['done', '-m', 'Laid the keel.'], { env })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('T1 is done'),
  });
  expect(await world.baton(['show', 'T1'])).toMatchObject({ stdout: expect.stringContaining('codex-2') });
  expect(stateFiles().filter((name) => name.includes('batons'))).toEqual([]);
});

test('a baton that another agent holds by now is refused, and stays with that one', async () => {
  const env = await giveBaton();
  expect(await world.baton(['release', '-m', 'Somebody else should do it.'], { env })).toMatchObject({ code: 0 });
  await claim('gemini-1');
  expect(await world.baton(['done', '-m', 'Laid the keel.'], { env })).toMatchObject({ code: 1 });
  expect(await world.baton(['show', 'T1'])).toMatchObject({ stdout: expect.stringContaining('[wip') });
});

test('what was given goes before what was claimed here, until it has ended', () => {
  const given: Environment['given'] = { number: 14, token: '7.k3f9x2ab', project: PROJECT, agent: 'codex-2' };
  const tree = { environment: { home: world.home, stateFolder: join(world.home, 's'), given }, folder: world.folder };
  rememberBaton(tree, PROJECT, { number: 3, token: '5.aaaaaaaa', agent: 'codex-2' });
  expect(listHeld(tree, PROJECT).map(({ number }) => number)).toEqual([3, 14]);
  expect(currentBaton(tree, PROJECT, 'codex-2')).toMatchObject({ number: 14 });
  expect(requireBaton(tree, PROJECT, undefined, undefined)).toMatchObject({ id: 'T14', baton: '7.k3f9x2ab' });
  expect(requireBaton(tree, PROJECT, 'T3', undefined)).toMatchObject({ baton: '5.aaaaaaaa' });
  forgetBaton(tree, PROJECT, 14);
  expect(currentBaton(tree, PROJECT, 'codex-2')).toMatchObject({ number: 3 });
  expect(() => requireBaton(tree, PROJECT, 'T14', undefined)).toThrow('was not claimed');
});
