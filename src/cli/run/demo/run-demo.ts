import type { ProjectSummary } from '#contract/project.ts';
import { askServer } from '../../ask-server.ts';
import type { Call } from '../../command.ts';
import { EXIT, UsageError } from '../../failure.ts';
import { requireSignedIn } from '../../settings.ts';
import { chooseVerify } from '../require-ground.ts';
import { readOptions } from '../run-options.ts';
import { runPrepared } from '../run-relay.ts';
import { findBase, openRepository } from '../worktree/index.ts';
import { demoClient } from './demo-client.ts';
import { makeDemoRepository } from './demo-repository.ts';
import { findExample } from './find-example.ts';

const PARALLEL = 3;
const VERIFY = 'node --test';
/** The demonstration brings these itself. */
const OWN = ['client', 'verify', 'setup', 'base', 'allow'];
const NO_DEFAULTS = { clients: [], parallel: undefined, verify: undefined, setup: undefined, merge: undefined };

/** A run with a script for agents, on the example project and in a repository that is removed at its end. */
export async function runDemo(call: Call): Promise<number> {
  const { args, settings } = call;
  const given = OWN.find((name) => args.text(name) !== undefined || args.list(name).length > 0);
  if (given !== undefined) throw new UsageError(`--demo brings its own agents and repository: leave --${given} out`);
  const asked = readOptions(args, NO_DEFAULTS, new Date());
  const { url, key } = requireSignedIn(settings);
  const to = { url, key, agent: undefined };
  const project = await findExample<ProjectSummary>(to);
  const options = {
    ...asked,
    parallel: args.text('parallel') === undefined ? PARALLEL : asked.parallel,
    isLinked: true,
    mayMerge: true,
  };
  const made = makeDemoRepository();
  // Also where the process is ended by a third Ctrl-C.
  process.once('exit', made.remove);
  const repository = await openRepository(made.folder);
  const { verifyCommand = VERIFY, notes } = chooseVerify(options, project);
  const before = project.baton_slots;
  const code = await runPrepared(call, {
    to,
    project,
    repository,
    base: await findBase(repository),
    options,
    clients: [demoClient],
    verifyCommand,
    notes,
    isDemo: true,
  });
  const path = `/api/projects/${project.id}`;
  if (project.baton_slots !== before)
    await askServer(to, { method: 'PUT', path, body: { baton_slots: before }, isRead: true }).catch(() => undefined);
  if (code === EXIT.nothingReady && !args.is('json'))
    console.log(
      'The example has nothing ready any more. Delete it on the projects page, and the next demonstration loads it anew.',
    );
  return code;
}
