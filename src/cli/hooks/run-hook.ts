import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOOK_CLIENTS, HOOK_EVENTS, type HookClient, type HookEvent } from '#contract/clients/hooks.ts';
import type { Call } from '../command.ts';
import { EXIT } from '../failure.ts';
import { readSettings } from '../settings.ts';
import { answerHook } from './answer-hook.ts';
import { readHookInput, readStandardInput } from './hook-input.ts';

/** A client waits for its hooks, so they have a short timeout. */
const ANSWER_MS = 5000;

/** Never fails: the client's work does not depend on Baton. */
export async function runHook(call: Call, client: string, event: string): Promise<number> {
  if (!isClient(client) || !isEvent(event)) {
    console.error(`baton: there is no hook ${client} ${event}.`);
    return EXIT.fine;
  }
  const input = readHookInput(await readStandardInput());
  const folder = input.folder ?? call.folder;
  if (call.args.is('plugin') && hasOwnHooks(folder)) return EXIT.fine;
  const { args, environment } = call;
  const flags = { url: args.text('url'), project: args.text('project'), agent: args.text('agent') };
  const around = { settings: readSettings(flags, environment, folder), environment, folder };
  const answer = await withinTime(answerHook(client, event, input, around));
  if (answer !== undefined) console.log(JSON.stringify(answer));
  return EXIT.fine;
}

/** The repository configures the same hooks without the plug-in: they must not run twice. */
function hasOwnHooks(folder: string): boolean {
  try {
    return readFileSync(join(folder, '.claude/settings.json'), 'utf8').includes('baton hook claude ');
  } catch {
    return false;
  }
}

async function withinTime<T>(work: Promise<T | undefined>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ANSWER_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const isClient = (word: string): word is HookClient => HOOK_CLIENTS.some((each) => each === word);
const isEvent = (word: string): word is HookEvent => HOOK_EVENTS.some((each) => each === word);
