import type { HookClient, HookEvent } from '#contract/clients/hooks.ts';
import { callTool } from '../call-tool.ts';
import { given } from '../command.ts';
import type { Environment } from '../environment.ts';
import { givenBaton, listHeld } from '../remember-baton.ts';
import { lastVisit, rememberVisit } from '../remember-visit.ts';
import { type Settings, type SignedIn, requireProject, requireSignedIn } from '../settings.ts';
import type { HookInput } from './hook-input.ts';
import { type Transcript, readTranscript } from './read-transcript.ts';
import { markSaid } from './remember-said.ts';

export interface Around {
  settings: Settings;
  environment: Environment;
  folder: string;
}

/** The part of `orient`'s answer used here. */
interface Standing {
  seq: number;
  batons: { number: number; title: string; is_mine: boolean }[];
}

interface Place {
  to: SignedIn;
  project: string;
  /** Identifies the baton of this session or working tree. */
  token: string | undefined;
  transcript: Transcript;
}

/** The output for the client in its format; undefined when there is nothing to say. */
export async function answerHook(
  client: HookClient,
  event: HookEvent,
  input: HookInput,
  around: Around,
): Promise<object | undefined> {
  const transcript = readTranscript(input.transcript);
  const project = requireProject(around.settings);
  const held = listHeld(around, project).at(-1);
  const place = {
    to: requireSignedIn(around.settings),
    project,
    token: transcript.token ?? held?.token,
    transcript,
  };
  if (event === 'session-start') return answerStart(client, place, around);
  if (event === 'pre-compact') return saveUnsaid(place);
  // In a run a task may be delivered and still held, and the runner looks after one that is not.
  if (input.isAgain || givenBaton(around, project) !== undefined) return undefined;
  return answerStop(client, place, around);
}

async function answerStart(client: HookClient, place: Place, around: Around): Promise<object> {
  const { to, project, token } = place;
  const { environment, folder } = around;
  const since = lastVisit(environment, folder, project);
  const { text, data } = await callTool<Standing>(to, project, 'orient', given({ since, baton: token }));
  rememberVisit(environment, folder, project, data.seq);
  const isHeld = token !== undefined && data.batons.some(({ is_mine: isMine }) => isMine);
  const context = [
    'Baton holds the plan of this project (MCP server baton, or the command baton). Where it stands:',
    text,
    ...(isHeld ? [`Your baton token: ${token}. Pass it to task_finish, note and orient.`] : []),
  ].join('\n');
  if (client === 'cursor') return { additional_context: context };
  return { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: context } };
}

/** Saves what compaction would lose as a note. No output: clients ignore it at this event. */
async function saveUnsaid({ to, project, token, transcript }: Place): Promise<undefined> {
  if (token === undefined || transcript.unsaid === '') return;
  const standing = await readStanding(to, project, token);
  const mine = standing.batons.find(({ is_mine: isMine }) => isMine);
  if (mine === undefined) return;
  const body = `Said before the context was compacted, and not noted otherwise:\n\n${transcript.unsaid}`;
  await callTool(to, project, 'note', { type: 'progress', body, task: `T${mine.number}`, baton: token });
}

async function answerStop(client: HookClient, place: Place, around: Around): Promise<object | undefined> {
  const { to, project, token } = place;
  if (token === undefined) return undefined;
  const mine = (await readStanding(to, project, token)).batons.find(({ is_mine: isMine }) => isMine);
  if (mine === undefined || !markSaid(around.environment, around.folder, project, token)) return undefined;
  const reason = `You still hold the baton for T${mine.number} “${mine.title}” (token ${token}). End it with task_finish: done, release, block or ask. If you wait for the person or go on later, leave it as it is: this is said once.`;
  if (client === 'cursor') return { followup_message: reason };
  return { decision: client === 'gemini' ? 'deny' : 'block', reason };
}

const readStanding = async (to: SignedIn, project: string, baton: string): Promise<Standing> =>
  (await callTool<Standing>(to, project, 'orient', { baton, budget: 100 })).data;
