import { runCommand } from '../run-command.ts';
import type { TriedClient } from './clients.ts';
import { type Way, connectClient } from './connect-client.ts';
import { installPackage } from './install-package.ts';
import { judgeProject } from './judge-project.ts';
import { type ModelServer, startModelServer } from './model/model-server.ts';
import type { World } from './open-world.ts';
import { type Outcome, lastWords } from './outcome.ts';

const CLIENT_SECONDS = 180;
const PROMPT = 'Work on the next task of the plan.';
/** The beginning of the section that `baton init` writes for agents. */
const INSTRUCTIONS = 'The plan is kept in Baton';

export interface Trial {
  world: World;
  cache: string;
  signal: AbortSignal;
  /** Records the wire traffic, for analysis. */
  listen?: (path: string, body: string) => void;
}

/** Connects a client like a person, and lets it do a task. */
export async function tryClient(client: TriedClient, way: Way, trial: Trial): Promise<Outcome> {
  const { world, signal } = trial;
  const { binary, version } = await installPackage(client, trial.cache, signal);
  const told = { name: way === 'key' ? client.name : `${client.name}, signed in`, version };
  const project = `Try ${told.name}`;
  const projectId = await world.addProject(project);
  const connected = await connectClient({ client, way, world, projectId, binary, signal });
  if (!('machine' in connected)) return { ...told, ...connected };

  const model = await startModelServer(trial.listen);
  try {
    const { words, env } = client.run(model.url, PROMPT);
    const run = await runCommand([binary, ...words], {
      limitSeconds: CLIENT_SECONDS,
      signal,
      cwd: connected.machine.folder,
      env: { ...connected.env, ...env },
    });
    const fault = await judgeProject(world, projectId, client.introducedAs);
    if (fault !== undefined) return { ...told, ...whereItStopped(model, run), fault };
    if (!model.wasTold(INSTRUCTIONS))
      return { ...told, failed: 'instructions', words: 'What baton init wrote for agents did not reach the model.' };
    return { ...told, after: connected.after, hookSpoke: model.wasToldFirst(project) };
  } finally {
    await model.close();
  }
}

/** The failed step with the client's own text: what it told its model, or its last output. */
function whereItStopped(model: ModelServer, run: { output: string; trouble?: string }) {
  const progress = model.progress();
  const said = [run.trouble, lastWords(run.output), ...model.unknown].filter(
    (text) => text !== undefined && text !== '',
  );
  if (progress === undefined) return { failed: 'the tools never reached the model', words: said.join('\n') };
  return { failed: progress.next ?? 'the end', words: progress.refusal ?? said.join('\n') };
}
