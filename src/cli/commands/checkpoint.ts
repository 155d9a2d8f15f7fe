import type { Checkpoint } from '#contract/checkpoint.ts';
import { askPerson, isAtTerminal } from '../ask-person.ts';
import { askServer } from '../ask-server.ts';
import { callTool } from '../call-tool.ts';
import { type Call, type Command, given, print, requirePlace } from '../command.ts';
import { EXIT, Failure, UsageError } from '../failure.ts';

const ACTIONS = ['save', 'list', 'diff', 'restore', 'delete'] as const;

export const checkpoint: Command = {
  options: { yes: { type: 'boolean', short: 'y' } },
  async run(call) {
    const [said, named] = call.args.take(1, 2);
    const action = ACTIONS.find((each) => each === said);
    if (action === undefined) throw new UsageError('A checkpoint is something to save, list, diff, restore or delete');
    if (action === 'list' && named !== undefined) throw new UsageError(`${named} is one word too many`);
    if (action !== 'list' && action !== 'save' && named === undefined)
      throw new UsageError('Which one? Name its id or name; baton checkpoint list shows them');
    if (action === 'delete') return remove(call, named ?? '');
    const { to, project } = requirePlace(call);
    const which = given(action === 'save' ? { name: named } : { id: named });
    const { text, data } = await callTool(to, project, 'checkpoint', { action, ...which });
    print(call, text, data);
    return EXIT.fine;
  },
};

/** Asks for confirmation first. */
async function remove(call: Call, named: string): Promise<number> {
  const { to, project } = requirePlace(call);
  const found = await findCheckpoint(call, named);
  if (!call.args.is('yes')) {
    if (call.args.is('json') || !isAtTerminal())
      throw new UsageError('Nobody can be asked here: say --yes to delete it');
    const answer = await askPerson(`Delete “${found.name}” for good? The plan stays as it is. y/n`, 'n');
    if (!/^y(?:es)?$/i.test(answer)) {
      print(call, 'Nothing was changed.', null);
      return EXIT.fine;
    }
  }
  await askServer(to, { method: 'DELETE', path: `/api/checkpoints/${found.id}` });
  print(call, `Deleted “${found.name}”.`, { id: found.id, project_id: project });
  return EXIT.fine;
}

/** By id or a prefix of it, or the newest of a name. */
async function findCheckpoint(call: Call, named: string): Promise<Checkpoint> {
  const { to, project } = requirePlace(call);
  let cursor: string | null = null;
  do {
    const page: { items: Checkpoint[]; nextCursor: string | null } = await askServer(to, {
      method: 'GET',
      path: `/api/projects/${project}/checkpoints?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`,
    });
    const found = page.items.find(({ id, name }) => name === named || id.startsWith(named.toLowerCase()));
    if (found !== undefined) return found;
    cursor = page.nextCursor;
  } while (cursor !== null);
  throw new Failure(`There is no checkpoint “${named}”; baton checkpoint list shows them.`);
}
