import type { ProjectSummary } from '#contract/project.ts';
import { Refusal, askServer } from '../ask-server.ts';
import type { Call } from '../command.ts';
import { EXIT, Failure } from '../failure.ts';
import { type SignedIn, requireProject, requireSignedIn } from '../settings.ts';
import { type RunClient, chooseClients } from './clients/index.ts';
import { relayPath } from './relay-path.ts';
import { readDefaults } from './run-defaults.ts';
import { type RunOptions, readOptions } from './run-options.ts';
import { type Repository, findBase, openRepository } from './worktree/index.ts';

/** Everything that can be refused before anything is changed. */
export interface Prepared {
  to: SignedIn;
  project: ProjectSummary;
  repository: Repository;
  base: string | null;
  options: RunOptions;
  clients: RunClient[];
  verifyCommand: string | undefined;
  /** What a person should know of the settings. */
  notes: string[];
  /** A script plays the agents. */
  isDemo?: true;
}

export async function prepareRun(call: Call): Promise<Prepared> {
  const options = readOptions(call.args, readDefaults(call.folder), new Date());
  const to = requireSignedIn(call.settings);
  const id = requireProject(call.settings);
  const clients = chooseClients(options.clients, {
    folder: call.folder,
    home: call.environment.home,
    path: call.environment.path,
  });
  const repository = await openRepository(call.folder);
  const base = options.isLinked ? await findBase(repository, options.base) : null;
  const project = await askServer<ProjectSummary>(to, { method: 'GET', path: `/api/projects/${id}` });
  await requireScope(to, project.id, options.only);
  return {
    to: { url: to.url, key: to.key, agent: undefined },
    project,
    repository,
    base,
    options,
    clients,
    ...warn(options, clients, chooseVerify(options, project)),
  };
}

/** Asked before anything begins: a name with a slip in it would start a run that takes nothing. */
async function requireScope(to: SignedIn, project: string, only: string | undefined): Promise<void> {
  if (only === undefined) return;
  try {
    await askServer(to, { method: 'GET', path: relayPath(project, only) });
  } catch (error) {
    throw explainScope(error, only);
  }
}

/** A refused name is told with its option. */
export const explainScope = (error: unknown, only: string | undefined): unknown =>
  error instanceof Refusal && error.type === 'VALIDATION_ERROR' && only !== undefined
    ? new Failure(`--only ${JSON.stringify(only)}: ${error.message}`, EXIT.usage)
    : error;

/** What a person would else find out in the morning. */
function warn(
  { mayMerge, budget }: RunOptions,
  clients: readonly RunClient[],
  { verifyCommand, notes }: Pick<Prepared, 'verifyCommand' | 'notes'>,
): Pick<Prepared, 'verifyCommand' | 'notes'> {
  const isBlind = budget !== undefined && !clients.some(({ tellsCost }) => tellsCost === true);
  return {
    verifyCommand,
    notes: [
      ...notes,
      ...(mayMerge && verifyCommand === undefined
        ? ['Nothing is verified before it is merged: there is no --verify, and the project has no command.']
        : []),
      ...(isBlind ? ['None of these clients says what it costs, so --budget ends nothing.'] : []),
    ],
  };
}

/** The project's own command is required where it says that done means verified. */
export function chooseVerify(options: RunOptions, project: ProjectSummary): Pick<Prepared, 'verifyCommand' | 'notes'> {
  const required = project.done_means === 'verified' ? project.verify_command : null;
  if (required !== null && options.verify !== undefined && options.verify !== required)
    return {
      verifyCommand: required,
      notes: [`The project requires ${required}, so ${options.verify} is not used.`],
    };
  return { verifyCommand: options.verify ?? project.verify_command ?? undefined, notes: [] };
}
