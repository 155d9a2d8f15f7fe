import type { Id } from '#contract/fields.ts';
import { addNote } from '#server/notes/index.ts';
import {
  answerQuestion,
  claimTask,
  finishTask,
  renewBaton,
  saveCheckpoint,
  tellExpiredOf,
} from '#server/plan/index.ts';
import type { Actor, Context } from '#server/platform/context.ts';
import type { Scene, Work } from './scene.ts';

type Moment = Pick<Scene, 'day' | 'hour'>;

/** Runs a use case as somebody else, at an earlier time. */
export type Run = <T>(who: Actor, at: Date, work: (ctx: Context) => Promise<T>) => Promise<T>;

export interface Stage {
  run: Run;
  person: Actor;
  userId: Id;
  projectId: Id;
  now: Date;
  /** Id of the task by its ref in the plan. */
  idOf(ref: string): Id;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const momentOf = (now: Date, { day, hour }: Moment): Date =>
  new Date(now.getTime() - day * 24 * HOUR_MS + hour * HOUR_MS);

export const agentOf = ({ userId, projectId }: Pick<Stage, 'userId' | 'projectId'>, name: string): Actor => ({
  kind: 'agent',
  userId,
  projectId,
  name,
});

/** Plays one scene by the use cases that people and agents call. */
export async function playScene(stage: Stage, scene: Scene): Promise<void> {
  const { run, person, projectId, now, idOf } = stage;
  const at = momentOf(now, scene);
  switch (scene.kind) {
    case 'work':
      return playWork(stage, scene, at);
    case 'answer': {
      const { task, option, text } = scene;
      const said = { ...(option === undefined ? {} : { option }), ...(text === undefined ? {} : { text }) };
      await run(person, at, (ctx) => answerQuestion(ctx, { id: idOf(task), ...said }));
      return;
    }
    case 'checkpoint': {
      const who = scene.by === undefined ? person : agentOf(stage, scene.by);
      await run(who, at, (ctx) => saveCheckpoint(ctx, { id: projectId, name: scene.name }));
      return;
    }
    case 'note': {
      const { type, body, pinned } = scene;
      await run(person, at, (ctx) => addNote(ctx, { id: projectId, type, body, pinned }));
    }
  }
}

async function playWork({ run, idOf, ...stage }: Stage, { by, task, notes = [], end }: Work, at: Date): Promise<void> {
  const who = agentOf(stage, by);
  const id = idOf(task);
  const after = (minute: number) => new Date(at.getTime() + minute * MINUTE_MS);
  const { token, baton } = await run(who, at, (ctx) => claimTask(ctx, { id }));
  let expiresAt = baton.expires_at;
  for (const { minute, type, body, pinned } of notes)
    await run(who, after(minute), async (ctx) => {
      ({ expires_at: expiresAt } = await renewBaton(ctx, { id, baton: token }));
      await addNote(ctx, { id: stage.projectId, task_id: id, type, body, pinned });
    });
  if (end === undefined)
    return run({ kind: 'system', name: 'Baton' }, new Date(expiresAt), (ctx) => tellExpiredOf(ctx, stage.projectId));
  const { minute, ...finish } = end;
  await run(who, after(minute), (ctx) => finishTask(ctx, { id, baton: token, ...finish }));
}
