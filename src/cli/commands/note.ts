import type { ToolInput } from '#server/agent/tools/index.ts';
import { callTool } from '../call-tool.ts';
import { type Command, given, print, requirePlace } from '../command.ts';
import { EXIT, UsageError } from '../failure.ts';
import { readWork } from '../read-git.ts';
import { readText } from '../read-text.ts';
import { currentBaton } from '../remember-baton.ts';
import { findWorkingTree } from '../working-tree.ts';

const TYPES: readonly string[] = ['progress', 'finding', 'context', 'files'] satisfies ToolInput<'note'>['type'][];
const isType = (word: string): word is ToolInput<'note'>['type'] => TYPES.includes(word);

export const note: Command = {
  options: {
    task: { type: 'string' },
    pin: { type: 'boolean' },
    supersedes: { type: 'string' },
    commit: { type: 'string' },
    pr: { type: 'string' },
  },
  async run(call) {
    const [type = '', ...words] = call.args.words;
    if (!isType(type)) throw new UsageError(`A note is one of ${TYPES.join(', ')}`);
    if (words.length === 0) throw new UsageError('The text is missing; - reads it from standard input');
    const { to, project } = requirePlace(call);
    const body = words.length === 1 ? readText(words[0] ?? '') : words.join(' ');
    const held = currentBaton(call, project, to.agent);
    // A progress note on a held task includes commit and branch.
    const work =
      type === 'progress' && held !== undefined
        ? await readWork(findWorkingTree(call.environment, call.folder), held.head)
        : {};
    const more = {
      task: call.args.text('task'),
      pin: call.args.is('pin') ? true : undefined,
      branch: work.branch,
      commit: call.args.text('commit') ?? work.commit,
      pr: call.args.text('pr'),
    };
    // The id is validated by the server.
    const supersedes = call.args.text('supersedes') as ToolInput<'note'>['supersedes'];
    const { text, data } = await callTool(to, project, 'note', { type, body, ...given({ ...more, supersedes }) });
    print(call, text, data);
    return EXIT.fine;
  },
};
