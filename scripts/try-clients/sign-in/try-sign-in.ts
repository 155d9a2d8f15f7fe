import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../run-command.ts';
import { installPackage, pathWith } from '../install-package.ts';
import { type Outcome, lastWords } from '../outcome.ts';
import type { Trial } from '../try-client.ts';
import { seatPerson } from './seat-person.ts';
import type { SignInClient, Terminal } from './sign-in-clients.ts';

const SIGN_IN_SECONDS = 120;

/** Gives a client only the server's URL: it signs in, a person gives consent, it calls a tool. */
export async function trySignIn(client: SignInClient, { world, cache, signal }: Trial): Promise<Outcome> {
  const { binary, version } = await installPackage(client, cache, signal);
  const told = { name: client.name, version };
  const project = `Sign in with ${client.name}`;
  const projectId = await world.addProject(project);
  const home = join(world.folder, client.id, 'home');
  const folder = join(world.folder, client.id, 'harbour');
  for (const each of [home, folder]) mkdirSync(each, { recursive: true });

  let said = '';
  const person = await seatPerson(world, join(world.folder, client.id), projectId);
  const listen = (output: string) => {
    said += output;
    person.listen(output);
  };
  const env = { PATH: pathWith(person.commands), HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color' };
  const run: Terminal['run'] = async (words) => {
    const options = { limitSeconds: SIGN_IN_SECONDS, signal, cwd: folder, env, listen };
    const { trouble, output } = await runCommand([binary, ...words], options);
    if (trouble !== undefined) throw new Error(`${words[0] ?? ''}: ${trouble}`);
    return output;
  };

  try {
    const answer = await client.callOrient({ binary, address: `${world.url}/mcp`, folder, env, listen, run });
    if (!answer.includes(`${project}: 0/3 done`)) return { ...told, failed: 'orient', words: answer };
    await world.person.renewToken();
    const { data: apps } = await world.person.call<{ project_id: string }[]>('GET', '/api/me/apps');
    return apps.some(({ project_id }) => project_id === projectId)
      ? { ...told, after: ['a person allowed it'] }
      : { ...told, failed: 'the list of connected apps', words: 'It is not there.' };
  } catch (error) {
    return { ...told, failed: 'sign-in', words: [String(error), ...person.faults, lastWords(said)].join('\n') };
  } finally {
    await person.close();
  }
}
