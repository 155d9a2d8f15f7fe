import { REASON_MAX } from '#contract/constants.ts';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { FinishOutcome, finishTask as endpoint } from '#contract/plan.ts';
import { type NewNote, writeNote } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import { change } from '#server/platform/feed.ts';
import { presentTask } from './present.ts';
import { requireHeld } from './require-held.ts';
import { requireTask } from './require-task.ts';
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
export async function finishTask(ctx: Context, input: InputOf<typeof endpoint>): Promise<Answer> {
  return change(ctx, async (tx, emit) => {
    const owned = await requireTask(ctx, tx, input.id);
    const { task, list, project } = owned;
    const held = await requireHeld(ctx, tx, owned, input.baton);
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
    const changed = shown.is_completed === task.isCompleted ? [] : await rollUp(ctx, tx, emit, list.id);
    const parents_completed = changed
      .filter((parent) => parent.is_completed)
      .map(({ id, number, title }) => ({ id, number, title }));
    return { task: shown, parents_completed, notes, holder: held.holder.name };
  });
}
