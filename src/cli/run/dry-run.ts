import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunView } from '#contract/relay.ts';
import { askServer } from '../ask-server.ts';
import { type Call, print } from '../command.ts';
import { EXIT } from '../failure.ts';
import { sayClock } from './clock-time.ts';
import type { RunClient } from './clients/index.ts';
import { oneLine } from './display/index.ts';
import { headLines } from './head-lines.ts';
import { relayPath } from './relay-path.ts';
import { type Prepared, prepareRun } from './require-ground.ts';
import { branchNameOf } from './worktree/index.ts';

/** What a run would do, in order. Nothing is changed, here or on the server. */
export async function dryRun(call: Call): Promise<number> {
  const prepared = await prepareRun(call);
  const { to, project, options, clients, repository, verifyCommand, base } = prepared;
  const view = await askServer<RunView>(to, { method: 'GET', path: relayPath(project.id, options.only) });
  const next = view.queue.filter(({ waits_for: waits }) => waits.length === 0).slice(0, options.parallel);
  const tasks = next.map((task, place) => {
    const client = clients[place % clients.length] ?? clients[0];
    const branch = branchNameOf(task.number, task.title);
    const folder = options.isLinked ? `.baton/worktrees/${branch.slice('baton/'.length)}` : repository.root;
    const words = client === undefined ? [] : planWords(prepared, client, { folder, number: task.number, place });
    return {
      number: task.number,
      title: task.title,
      client: client?.name ?? '',
      folder,
      branch: options.isLinked ? branch : null,
      command: words,
    };
  });
  const lines = [
    ...headLines({ ...prepared, url: to.url, ready: view.ready }),
    ...prepared.notes,
    ...(options.parallel > project.baton_slots
      ? [
          `The project gives out ${project.baton_slots} ${project.baton_slots === 1 ? 'baton' : 'batons'}: it would be raised to ${options.parallel}.`,
        ]
      : []),
    ...(tasks.length === 0 ? ['Nothing is ready.'] : []),
    ...tasks.flatMap(({ number, title, client, folder, branch, command }) => [
      '',
      `T${number} ${oneLine(title)}`,
      `  1. ${client} claims it`,
      `  2. works in ${folder}${branch === null ? '' : `, branch ${branch} from ${base ?? ''}`}${options.setup === undefined ? '' : `, set up with ${options.setup}`}`,
      `  3. is started: ${JSON.stringify(command)}`,
      `  4. ${verifyCommand === undefined ? 'nothing is verified: there is no command' : `is verified with ${verifyCommand}, up to ${options.tries} tries`}`,
      `  5. ${options.mayMerge ? `is merged into ${base ?? ''}` : options.isLinked ? 'its branch stays for you' : 'is committed here'}`,
    ]),
    ...stops(options),
    '',
    'Nothing was started or changed.',
  ];
  print(call, lines.map(plainLine).join('\n'), {
    tasks,
    ready: view.ready,
    verify: verifyCommand ?? null,
    base,
    options,
  });
  return EXIT.fine;
}

/** What indents a line stays. */
const plainLine = (line: string): string => `${/^ */.exec(line)?.[0] ?? ''}${oneLine(line)}`;

/** How a client would be started. The files that it is started with are written for the time of the call. */
function planWords(
  { to, project, options, verifyCommand }: Prepared,
  client: RunClient,
  { folder, number, place }: { folder: string; number: number; place: number },
): string[] {
  const scratch = mkdtempSync(join(tmpdir(), 'baton-run-'));
  try {
    const { command, args } = client.plan({
      folder,
      scratch,
      prompt: '{prompt}',
      promptFile: '{scratch}/prompt.md',
      briefFile: '{scratch}/brief.md',
      server: { url: to.url, key: '{key}', project: project.id },
      held: { task: `T${number}`, token: '{token}', agent: `${client.name}-${place + 1}` },
      allow: options.allow,
      verifyCommand,
      extra: options.extra,
      baton: ['baton'],
    });
    return [command, ...args.map((word) => word.replaceAll(scratch, '{scratch}'))];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function stops({
  tasksMax,
  until,
  budget,
  only,
}: {
  tasksMax: number | undefined;
  until: Date | undefined;
  budget: number | undefined;
  only: string | undefined;
}): string[] {
  const said = [
    ...(tasksMax === undefined ? [] : [`after ${tasksMax} tasks`]),
    ...(until === undefined ? [] : [`at ${sayClock(until)}`]),
    ...(budget === undefined ? [] : [`at ${budget} dollars, where the client says what it costs`]),
  ];
  return [
    ...(only === undefined ? [] : ['', `It takes only tasks of ${oneLine(only)}.`]),
    ...(said.length === 0 ? [] : ['', `It takes nothing new ${said.join(', or ')}.`]),
  ];
}
