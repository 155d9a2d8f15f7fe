import { spawn } from 'node:child_process';
import type { RunView } from '#contract/relay.ts';
import type { RunRequest } from '#contract/run.ts';
import { askServer } from '../ask-server.ts';
import type { Call } from '../command.ts';
import { wantsNoColour } from '../environment.ts';
import { EXIT, Failure } from '../failure.ts';
import { type Begun, beginRun } from './adopt-run.ts';
import { Agent } from './agent.ts';
import { openBeats } from './beats.ts';
import { sayClock } from './clock-time.ts';
import { openScreen } from './display/index.ts';
import { followQueue } from './follow-queue.ts';
import { openGuard } from './guard/index.ts';
import { followUrl, headLines } from './head-lines.ts';
import { type RunFile, createJournal, writeRun } from './journal/index.ts';
import { findLeft } from './left-tasks.ts';
import { listenToSignals } from './listen-to-signals.ts';
import { Relay } from './relay.ts';
import { releaseAbsent } from './release-absent.ts';
import { type Prepared, prepareRun } from './require-ground.ts';
import { RunCalls } from './server-calls.ts';
import { work } from './work.ts';

const now = () => new Date();
const RECORD_MS = 2_000;

/** Runs agents on the tasks of the project until nothing is ready, or until it is stopped. */
export const runRelay = async (call: Call): Promise<number> => runPrepared(call, await prepareRun(call));

/** The same with what was prepared in another way. */
export async function runPrepared(call: Call, prepared: Prepared): Promise<number> {
  const notes = [...prepared.notes, ...(await raiseBatons(prepared))];
  const relays: Relay[] = [];
  const calls = new RunCalls({
    to: prepared.to,
    onAway(reason) {
      for (const relay of relays) sayAway(relay, prepared.to.url, reason);
    },
  });
  const begun = await beginRun(prepared, calls, now());
  const guard = openGuard();
  const journal = createJournal(prepared.repository, prepared.project.id);
  const relay = new Relay({ ...prepared, run: begun.run.id, calls, journal, baton: ownCommand(), guard, now });
  relays.push(relay);
  try {
    relay.left = await findLeft(journal);
    const view = await calls.readView(prepared.project.id, prepared.options.only);
    addAgents(relay, begun, view);
    relay.ready = view.ready;
    return await goOn(call, relay, prepared, begun, notes);
  } finally {
    await guard.close();
  }
}

async function goOn(call: Call, relay: Relay, prepared: Prepared, begun: Begun, notes: string[]): Promise<number> {
  const { calls, run, project, to } = relay.ground;
  const request = (asked: RunRequest) =>
    void calls.askFor(run, asked, relay.stopNow).then(
      ({ is_paused: isPaused }) => relay.pause(isPaused),
      () => undefined,
    );
  const asked = {
    pauseOrResume: () => request(relay.isPaused ? 'resume' : 'pause'),
    finish() {
      if (relay.stopping !== undefined) return;
      relay.screen?.say('Finishing: current tasks go on, no new one starts. Ctrl+C again stops now.');
      relay.stop('finish');
      request('finish');
    },
    interrupt() {
      if (relay.stopping === 'now') process.exit(130);
      if (relay.stopping === 'finish') relay.stop('now');
      else asked.finish();
    },
    open: () => openInBrowser(followUrl(to.url, project.id)),
  };
  const screen = openScreen(
    { isJson: call.args.is('json'), isPlain: wantsNoColour(), now },
    () => relay.shown(),
    asked,
  );
  relay.screen = screen;
  const signals = listenToSignals({ interrupt: asked.interrupt, end: () => relay.stop('now') });
  const over = new AbortController();
  const recording = setInterval(() => record(relay, begun), RECORD_MS);
  try {
    screen.head(headLines({ ...prepared, url: to.url, ready: relay.ready }), {
      run,
      project: project.id,
      agents: relay.agents.map(({ name }) => name),
      url: followUrl(to.url, project.id),
    });
    for (const line of notes) screen.say(line);
    if (begun.isResumed)
      screen.say(`Goes on with the run that was last heard of at ${sayClock(new Date(begun.run.last_beat_at))}.`);
    record(relay, begun);
    const beats = openBeats(relay);
    const following = followQueue(relay, over.signal);
    if (begun.isResumed) await releaseAbsent(relay);
    await Promise.all(relay.agents.map((agent) => work(relay, agent)));
    over.abort();
    await beats.close();
    await following;
    await calls.end(run, relay.ending, AbortSignal.timeout(END_MS)).catch(() => undefined);
    writeQuietly(relay, { ...begun.file, endedAt: now().toISOString() });
    screen.end(relay.summary());
    return exitCode(relay);
  } finally {
    over.abort();
    clearInterval(recording);
    signals.close();
    screen.close();
  }
}

const END_MS = 10_000;

/** More agents than batons would wait for each other. */
async function raiseBatons({ to, project, options }: Prepared): Promise<string[]> {
  const before = project.baton_slots;
  if (options.parallel <= before) return [];
  const path = `/api/projects/${project.id}`;
  const body = { baton_slots: options.parallel };
  await askServer(to, { method: 'PUT', path, body, isRead: true });
  project.baton_slots = options.parallel;
  return [
    `The project gave out ${before} ${before === 1 ? 'baton' : 'batons'} and gives out ${options.parallel} now; baton project --batons ${before} puts it back.`,
  ];
}

/** Clients in turn. Lines go on counting where an earlier runner of the run was. */
function addAgents(relay: Relay, { run }: Begun, { runs }: RunView): void {
  const { clients, options } = relay.ground;
  const known = runs.find(({ run: { id } }) => id === run.id)?.workers ?? [];
  for (let place = 0; place < options.parallel; place += 1) {
    const client = clients[place % clients.length];
    if (client === undefined) throw new Failure('There is no client.');
    const name = `${client.name}-${run.first_worker + place}`;
    const lines = known.find((worker) => worker.name === name)?.lines ?? 0;
    relay.agents.push(new Agent(name, client, now(), lines));
  }
}

function sayAway(relay: Relay, url: string, reason: string | undefined): void {
  relay.notice = reason === undefined ? undefined : `${url} ${reason}; agents go on, and what they did is told later.`;
  relay.screen?.say(relay.notice ?? `${url} answers again.`);
}

/** For `--status` in another terminal. */
function record(relay: Relay, { file }: Begun): void {
  const workers = relay.agents.map(({ name, state, since, note, task, branch, worktree }) => ({
    name,
    state,
    since: since.toISOString(),
    note,
    number: task?.number ?? null,
    title: task?.title ?? null,
    branch: branch ?? null,
    worktree: worktree ?? null,
  }));
  writeQuietly(relay, { ...file, workers });
}

function writeQuietly({ ground: { repository } }: Relay, file: RunFile): void {
  try {
    writeRun(repository, file);
  } catch {
    // Such as on a full disk: agents at work are worth more than what --status shows of them.
  }
}

function exitCode(relay: Relay): number {
  const { failure, results, stopping, ending } = relay;
  if (failure instanceof Failure && failure.exitCode !== EXIT.failed) return failure.exitCode;
  const needs = ['failed', 'conflict', 'asked', 'blocked', ...(stopping === 'now' ? [] : ['released'])];
  if (failure !== undefined || results.some(({ outcome }) => needs.includes(outcome))) return EXIT.failed;
  return results.length === 0 && ending === 'nothing_ready' ? EXIT.nothingReady : EXIT.fine;
}

/** The same program again, for the bridge that clients start. */
const ownCommand = (): [string, ...string[]] => [process.execPath, ...process.execArgv, process.argv[1] ?? ''];

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

function openInBrowser(url: string): void {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
