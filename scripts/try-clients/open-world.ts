import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewApiKey } from '#contract/api-key.ts';
import { ApiClient } from '#test/api-client.ts';
import { createDataDirectory } from '#test/data-directory.ts';
import { type ServerProcess, startServer } from '#test/server-process.ts';
import { buildCli } from '../build-cli.ts';

const TASKS = ['Draw the harbour map', 'Print the tide table', 'Paint the buoys'];

/** A server of this checkout with data of its own, an account with a key, and the packed command line. */
export interface World {
  url: string;
  email: string;
  person: ApiClient;
  apiKey: string;
  /** The folder of all temporary files. */
  folder: string;
  /** The folder of the `baton` command. */
  commands: string;
  /** Creates a project with a few tasks; returns its id. */
  addProject(name: string): Promise<string>;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'baton-try-'));
  const data = await createDataDirectory();
  let server: ServerProcess | undefined;
  const close = async () => {
    await server?.stop();
    await data.remove();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    // Fetching client metadata needs the internet, which a trial must not depend on: clients use dynamic registration.
    server = await startServer({ BATON_DATA: data.path, BATON_LOG_LEVEL: 'warn', BATON_OAUTH_CIMD: 'off' });
    const email = 'mira@example.com';
    const person = await ApiClient.signUp(server.url, email);
    // One project per client exceeds every tier's limit.
    await data.query('update subscription_tiers set max_projects = 100');
    const { data: made } = await person.call<NewApiKey>('POST', '/api/auth/api-key');
    const commands = await packCommandLine(folder);
    const addProject = async (name: string) => {
      await person.renewToken();
      const { data: project, status, failure } = await person.createProject(name);
      if (status !== 201) throw new Error(`no project: ${failure.error}`);
      for (const title of TASKS) await person.call('POST', `/api/projects/${project.id}/tasks`, { title });
      return project.id;
    };
    return { url: server.url, email, person, apiKey: made.apiKey, folder, commands, addProject, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function packCommandLine(folder: string): Promise<string> {
  await buildCli(join(folder, 'cli'));
  const commands = join(folder, 'bin');
  mkdirSync(commands);
  symlinkSync(join(folder, 'cli/baton.mjs'), join(commands, 'baton'));
  return commands;
}
