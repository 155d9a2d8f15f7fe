import { setTimeout as wait } from 'node:timers/promises';
import type { FailureBody } from '#contract/errors.ts';
import type { FeedEvent } from '#contract/events.ts';
import type { Task } from '#contract/task.ts';
import { Refusal, askServer, headersFor } from '../ask-server.ts';
import { callTool } from '../call-tool.ts';
import { type Call, type Command, requirePlace } from '../command.ts';
import { type TaskNames, describeEvent, learnNames } from '../describe-event.ts';
import { EXIT, Failure } from '../failure.ts';
import { BrokenExchange, exchange, readAnswer } from '../http-exchange.ts';
import { readEventStream } from '../read-event-stream.ts';
import type { SignedIn } from '../settings.ts';
import { type Standing, describeStanding } from '../standing.ts';

const WAIT_MS = 500;
const WAIT_MAX_MS = 15_000;
/** Three times the heartbeat of fifteen seconds: a stream that is silent for longer is dead. */
const SILENT_MS = 45_000;

interface Following {
  call: Call;
  to: SignedIn;
  project: string;
  names: TaskNames;
  last: string | undefined;
  signal: AbortSignal;
}

/** Follows the feed, one line per event, until interrupted; reconnects and resumes after a break. */
export const watch: Command = {
  options: { since: { type: 'string' } },
  async run(call) {
    call.args.take(0);
    const { to, project } = requirePlace(call);
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    const tasks = await askServer<Task[]>(to, { method: 'GET', path: `/api/projects/${project}/tasks` });
    const since = call.args.number('since');
    const last = since ?? (await tellStanding(call, to, project));
    const names: TaskNames = new Map(tasks.map(({ id, number }) => [id, `T${number}`]));
    const signal = stop.signal;
    const following = { call, to, project, names, last: String(last), signal };
    for (let pause = WAIT_MS; !signal.aborted; pause = Math.min(pause * 2, WAIT_MAX_MS)) {
      if (await follow(following)) pause = WAIT_MS;
      if (signal.aborted) break;
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
    return EXIT.fine;
  },
};

/** Prints the current state and returns its feed number, from which following misses nothing. */
async function tellStanding(call: Call, to: SignedIn, project: string): Promise<number> {
  const { data } = await callTool<Standing>(to, project, 'orient', {});
  console.log(call.args.is('json') ? JSON.stringify({ type: 'standing', data }) : describeStanding(data, new Date()));
  return data.seq;
}

/** Until the stream ends or breaks; returns whether there was one. */
async function follow(following: Following): Promise<boolean> {
  const { to, project, signal } = following;
  let isOpen = false;
  try {
    const response = await exchange(`${to.url}/api/projects/${project}/events`, {
      method: 'GET',
      headers: {
        ...headersFor(to),
        ...(following.last === undefined ? {} : { 'last-event-id': following.last }),
      },
      signal,
    });
    if (response.statusCode !== 200)
      throw await refusalOf(to.url, response.statusCode ?? 0, await readAnswer(response));
    isOpen = true;
    response.socket.setTimeout(SILENT_MS, () => response.destroy());
    for await (const { id, type, data } of readEventStream(response)) {
      if (type === 'change') tell(following, data);
      if (type === 'restart') await startAnew(following, data);
      following.last = id ?? following.last;
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (!(error instanceof BrokenExchange) && !isOpen) throw error;
  }
  if (!signal.aborted) console.error(`baton: the connection to ${to.url} broke; trying again`);
  return isOpen;
}

/** The missed events are past retention: prints the current state instead. */
async function startAnew({ call, to, project }: Following, data: string): Promise<void> {
  const { seq } = JSON.parse(data) as { seq: number };
  console.error(`baton: what happened up to ${seq} is no longer all kept; this is where things stand:`);
  await tellStanding(call, to, project);
}

async function refusalOf(url: string, status: number, text: string): Promise<Error> {
  // A server that is starting or stopping answers 5xx: retried.
  if (status >= 500) return new BrokenExchange(new Error(`answered ${status}`), true);
  try {
    return new Refusal(status, JSON.parse(text) as FailureBody);
  } catch {
    return new Failure(`${url} answered ${status}, but not as Baton does.`);
  }
}

function tell({ call, names }: Following, data: string): void {
  const event = JSON.parse(data) as FeedEvent;
  learnNames(names, event);
  console.log(call.args.is('json') ? JSON.stringify(event) : describeEvent(event, names));
}
