import { REASON_MAX } from '#contract/constants.ts';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { FinishOutcome, finishTask as endpoint } from '#contract/plan.ts';
import { type NewNote, writeNote } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import { change } from '#server/platform/feed.ts';
import { presentTask } from './present.ts';
import { readNextReady } from './read-next-ready.ts';
import { requireHeld } from './require-held.ts';
import { type NamedTask, requireTask } from './require-task.ts';
import { rollUp } from './roll-up.ts';
import { cutText } from './rules.ts';
import { setStatus } from './set-status.ts';

type Answer = AnswerOf<typeof endpoint>;

/** What an outcome says in front of the summary; plain work needs no word. */
const LABEL: Record<FinishOutcome, string> = {
  done: '',
  release: 'Put back: ',
  block: 'Blocked: ',
  skip: 'Not needed: ',
};

/**
 * Ends the holder's work: the status, what was said of it as notes, the parents that are complete with it and the baton
 * handed back, in one transaction.
 */
export async function finishTask(
  ctx: Context,
  input: Omit<InputOf<typeof endpoint>, 'id'> & { id: Id | NamedTask },
): Promise<Answer> {
  const { next_ready, ...answer } = await change(ctx, async (tx, emit) => {
    const owned = await requireTask(ctx, tx, input.id, { handsBack: input.outcome === 'release' });
    const { task, list, project } = owned;
    const held = requireHeld(ctx, owned, input.baton);
    const { outcome, files = [] } = input;
    const evidence = input.evidence?.trim() ?? '';
    const status = outcome === 'done' || outcome === 'skip' ? 'done' : 'open';
    const isProven = outcome === 'done' && evidence !== '';
    const { task: row } = await setStatus(
      ctx,
      tx,
      emit,
      owned,
      status,
      { holder: held.holder },
      {
        ...(isProven ? { checks: task.checks.map((check) => ({ ...check, met: true })) } : {}),
        ...(outcome === 'block' ? { blockedReason: cutText(input.summary, REASON_MAX) } : {}),
      },
    );

    const about = { projectId: project.id, taskId: task.id };
    const said: NewNote[] = [
      {
        ...about,
        type: outcome === 'block' ? 'FINDING' : 'PROGRESS',
        body: `${LABEL[outcome]}${input.summary}${evidence === '' ? '' : `\n\nEvidence: ${evidence}`}`,
      },
    ];
    if (files.length > 0) said.push({ ...about, type: 'FILE_LIST', body: files.map((file) => `- ${file}`).join('\n') });
    const written = await Promise.all(said.map((note) => writeNote(ctx, tx, emit, note)));
    const notes = written.map(({ id }) => id);
    const shown = presentTask(row, list);
    emit(`project:${project.id}`, 'task.updated', shown);
    // While others in its list are unfinished, what stands above them stays as it is.
    const carriesUp = shown.is_completed !== task.isCompleted && owned.isLastOpen;
    const changed = carriesUp ? await rollUp(ctx, tx, emit, list.id) : [];
    const parents_completed = changed
      .filter((parent) => parent.is_completed)
      .map(({ id, number, title }) => ({ id, number, title }));
    // The commit follows the question at once; the answer is waited for behind it.
    const next_ready = readNextReady(tx, project.id);
    next_ready.catch(() => undefined);
    return { task: shown, parents_completed, notes, holder: held.holder.name, next_ready };
  });
  return { ...answer, next_ready: await next_ready };
}
