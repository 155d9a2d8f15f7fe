import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import {
  type ClientEvent,
  type RunClient,
  type Start,
  type StartPlan,
  composePrompt,
  shortLine,
} from '#cli/run/clients/index.ts';
import { BUILT_IN } from '#cli/run/clients/built-in.ts';
import type { Note } from '#contract/note.ts';
import type { Plan } from '#contract/plan.ts';
import { runCommand } from '../../run-command.ts';
import type { TriedClient } from '../clients.ts';
import { connectClient } from '../connect-client.ts';
import { installPackage } from '../install-package.ts';
import { startModelServer } from '../model/model-server.ts';
import type { World } from '../open-world.ts';
import { type Outcome, lastWords } from '../outcome.ts';
import type { Trial } from '../try-client.ts';
import { CONTENT, FILE, OTHER, RELAY_NOTE, VERIFY, playRelay } from './play-relay.ts';

const CLIENT_SECONDS = 180;
/** Stands in for the prompt in the arguments of a trial without a run. */
const NO_PROMPT = '\u{0}';

/** Starts a client as a run does, in a repository that `baton init` has set up, and lets it do a claimed task. */
export async function tryRelay(client: TriedClient, allow: Start['allow'], trial: Trial): Promise<Outcome> {
  const { world, signal } = trial;
  const { binary, version } = await installPackage(client, trial.cache, signal);
  const told = { name: `${client.name}, in a run`, version };
  const run = BUILT_IN.find(({ id }) => id === client.id)?.client;
  if (run === undefined) return { ...told, failed: 'the start', words: `No run starts ${client.name}.` };
  const projectId = await world.addProject(`Relay ${client.name}`);
  const connected = await connectClient({
    client,
    way: 'key',
    folderName: `${client.id}-relay`,
    world,
    projectId,
    binary,
    signal,
  });
  if (!('machine' in connected)) return { ...told, ...connected };
  const { machine } = connected;
  for (const command of [VERIFY, OTHER])
    writeFileSync(join(machine.folder, scriptOf(command)), `touch ${traceOf(command)}\n`);
  await commitAll(machine.folder, connected.env, signal);

  const held = await claim(world, projectId, `${run.name}-1`);
  const place: Place = { run, allow, projectId, folder: machine.folder, held };
  const work = { folder: machine.folder, task: held.task, token: held.token };
  const model = await startModelServer(trial.listen, (conversation, mentioned) =>
    playRelay(work, conversation, mentioned),
  );
  try {
    const { words, env } = client.run(model.url, NO_PROMPT);
    const start = prepareStart(world, place);
    const plan = planAt(machine.home, run, {
      ...start,
      extra: words.filter((word) => ![NO_PROMPT, '-p', 'exec', 'run'].includes(word)),
    });
    movePerson(machine.home, env, plan.env);
    const heard = openEar(run);
    const ended = await runCommand([plan.command, ...plan.args], {
      limitSeconds: CLIENT_SECONDS,
      signal,
      cwd: machine.folder,
      input: plan.stdin,
      listenOut: heard.listen,
      env: {
        ...connected.env,
        ...env,
        ...plan.env,
        // Claude Code refuses to run without limits as root anywhere but in a container.
        IS_SANDBOX: '1',
        PATH: `${dirname(binary)}${delimiter}${connected.env['PATH'] ?? ''}`,
      },
    });
    keepSample(client.id, heard.text());
    const { events, unknown } = heard.end();
    const lines = events.flatMap((event) => shortLine(event, machine.folder) ?? []);
    console.log([`${told.name} ${version}:`, ...lines.map((line) => `    ${line}`)].join('\n'));
    for (const line of unknown) console.log(`    unknown: ${line.slice(0, 200)}`);
    const fault = await judge(world, place, events, unknown);
    if (fault === undefined) return { ...told, after: connected.after };
    const said = [ended.trouble, lastWords(ended.output), ...model.unknown].filter((text) => text !== undefined);
    return { ...told, failed: 'the run', words: said.join('\n'), fault };
  } finally {
    await model.close();
  }
}

/** Reads the output as a run does, in the chunks it comes in. */
function openEar(run: RunClient) {
  const events: ClientEvent[] = [];
  const unknown: string[] = [];
  const reader = run.openReader(
    () => new Date(),
    (line) => unknown.push(line),
  );
  let whole = '';
  return {
    listen(text: string) {
      whole += text;
      events.push(...reader.read(text));
    },
    text: () => whole,
    end() {
      events.push(...reader.end());
      return { events, unknown };
    },
  };
}

interface Held {
  task: string;
  token: string;
  agent: string;
  brief: string;
}

/** As the runner does for the client, which must not claim. */
async function claim({ url, apiKey }: World, projectId: string, agent: string): Promise<Held> {
  const response = await fetch(`${url}/api/projects/${projectId}/tools/task_claim`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ agent }),
  });
  const answer = (await response.json()) as {
    data: { text: string; data: { task: { number: number }; token: string } };
  };
  const { task, token } = answer.data.data;
  return { task: `T${task.number}`, token, agent, brief: answer.data.text };
}

interface Place {
  run: RunClient;
  allow: Start['allow'];
  projectId: string;
  folder: string;
  held: Held;
}

function prepareStart(world: World, { run, allow, projectId, folder, held }: Place): Start {
  const scratch = join(world.folder, `scratch-${run.name}`);
  mkdirSync(scratch, { recursive: true });
  const { brief, ...baton } = held;
  const prompt = composePrompt({ ...baton, brief, verifyCommand: VERIFY, try: 1, tries: 3 });
  const [promptFile, briefFile] = [join(scratch, 'prompt.md'), join(scratch, 'brief.md')];
  writeFileSync(promptFile, prompt, { mode: 0o600 });
  writeFileSync(briefFile, brief, { mode: 0o600 });
  return {
    folder,
    scratch,
    prompt,
    promptFile,
    briefFile,
    server: { url: world.url, key: world.apiKey, project: projectId },
    held: baton,
    allow,
    verifyCommand: VERIFY,
    extra: [],
    baton: [process.execPath, join(world.commands, 'baton')],
  };
}

/** What is missing in the folder, in Baton, or in what was read of the stream. */
async function judge(
  { person }: World,
  { run, allow, projectId, folder, held }: Place,
  events: readonly ClientEvent[],
  unknown: readonly string[],
): Promise<string | undefined> {
  const file = join(folder, FILE);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== CONTENT) return 'the file was not written';
  if (!existsSync(join(folder, traceOf(VERIFY)))) return 'the command that verifies was not run';
  // Codex runs any command, within its sandbox.
  const mayRun = allow === 'all' || run.name === 'codex';
  if (existsSync(join(folder, traceOf(OTHER))) !== mayRun)
    return mayRun ? 'a command was refused' : 'a command was run without asking';
  await person.renewToken();
  const { data: plan } = await person.call<Plan>('GET', `/api/projects/${projectId}/plan`);
  if (plan.tasks.filter(({ status }) => status === 'done').length !== 1) return 'the task is not done';
  const { data: notes } = await person.call<Note[]>('GET', `/api/projects/${projectId}/notes`);
  const note = notes.find(({ body }) => body === RELAY_NOTE);
  if (note === undefined) return 'the note is not there';
  if (note.author.name !== held.agent) return `the note is by "${note.author.name}"`;
  const isRead = (isIt: (event: ClientEvent) => boolean) => events.some(isIt);
  if (!isRead((event) => event.kind === 'edit' && event.file.endsWith(FILE))) return 'the edit was not read';
  if (!isRead((event) => event.kind === 'tool' && event.tool === 'finish')) return 'the end was not read';
  if (!isRead((event) => event.kind === 'spent' && (event.tokens ?? 0) > 0)) return 'the tokens were not read';
  return unknown.length === 0 ? undefined : `${unknown.length} lines are not known`;
}

const scriptOf = (command: string): string => command.replace('sh ', '');
const traceOf = (command: string): string => `${scriptOf(command)}.ran`;

async function commitAll(cwd: string, env: Record<string, string>, signal: AbortSignal): Promise<void> {
  const git = ['git', '-c', 'user.name=Mira', '-c', 'user.email=mira@example.com'];
  const options = { cwd, env, signal, limitSeconds: 30 };
  await runCommand([...git, 'add', '-A'], options);
  await runCommand([...git, 'commit', '--quiet', '--no-gpg-sign', '-m', 'Begin'], options);
}

/** The person's home in a trial is not that of this process. */
function planAt(home: string, run: RunClient, start: Start): StartPlan {
  const before = process.env['HOME'];
  process.env['HOME'] = home;
  try {
    return run.plan(start);
  } finally {
    process.env['HOME'] = before;
  }
}

/** opencode's model is said in the variable that a run may need; a person says it in a file. */
function movePerson(home: string, env: Record<string, string>, taken: Record<string, string>): void {
  const content = env['OPENCODE_CONFIG_CONTENT'];
  if (content === undefined || taken['OPENCODE_CONFIG_CONTENT'] === undefined) return;
  mkdirSync(join(home, '.config/opencode'), { recursive: true });
  writeFileSync(join(home, '.config/opencode/opencode.json'), content);
}

/** BATON_TRY_SAMPLES names a folder for the raw streams. */
function keepSample(id: string, text: string): void {
  const folder = process.env['BATON_TRY_SAMPLES'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.jsonl`), text);
}
