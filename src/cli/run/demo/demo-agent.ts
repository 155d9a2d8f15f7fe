import { readFileSync } from 'node:fs';
import { callTool } from '../../call-tool.ts';
import { type Call, type Command, requirePlace } from '../../command.ts';
import { EXIT, UsageError } from '../../failure.ts';
import type { Brief } from './brief.ts';
import { playAgent } from './play-agent.ts';

const PACE_MS = 2_500;

/** The program that the demonstration starts instead of a client. It works under the baton it is handed over. */
export const demoAgent: Command = {
  options: { pace: { type: 'string' } },
  async run(call: Call) {
    const { args, environment, folder } = call;
    const { to, project } = requirePlace(call);
    const { given } = environment;
    if (given === undefined) throw new UsageError('Only baton run --demo starts this');
    const { token } = given;
    const task = `T${given.number}`;
    // The prompt is read as a client would: whoever wrote it may wait until somebody has.
    readFileSync(0);
    const as = { ...to, token };
    const pace = Number(args.text('pace') ?? PACE_MS);
    await playAgent({
      folder,
      pace: Number.isFinite(pace) && pace >= 0 ? pace : PACE_MS,
      print: (line) => console.log(line),
      readBrief: async () => (await callTool<Brief>(as, project, 'task_get', { id: task })).data,
      note: async (body) => void (await callTool(as, project, 'note', { type: 'progress', body, task })),
      finish: async (said) =>
        void (await callTool(as, project, 'task_finish', { id: task, baton: token, outcome: 'done', ...said })),
    });
    return EXIT.fine;
  },
};
