import { describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Task } from '#contract/task.ts';
import { listNotes } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import { addUser } from '#test/builders.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { answerQuestion } from './answer-question.ts';
import { claimNext, claimTask } from './claim-task.ts';
import { createTask } from '../tree/create-task.ts';
import { exportProject } from '../transfer/export-project.ts';
import { finishTask } from './finish-task.ts';
import { getPlan } from '../tree/get-plan.ts';
import { importContent } from '#test/import-content.ts';
import { orient } from './orient.ts';
import { readBrief } from './read-brief.ts';
import { restoreCheckpoint } from '../checkpoints/restore-checkpoint.ts';
import { saveCheckpoint } from '../checkpoints/save-checkpoint.ts';
import { withdrawAnswer } from './withdraw-answer.ts';
import { updateTask } from '../tree/update-task.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const agent = (name = 'claude'): Context =>
  services.contextFor({ kind: 'agent', userId: user.id, projectId, name, session: name });
const plan = (id = projectId) => getPlan(user.ctx, { id });
const OPTIONS = [{ label: 'Oak', consequence: 'Lasts', preferred: true }, { label: 'Elm' }];

/** A task with an open question. */
async function ask(more: Partial<Parameters<typeof finishTask>[1]> = {}): Promise<Task> {
  const task = await createTask(user.ctx, { id: projectId, title: 'Keel' });
  const { token } = await claimTask(agent(), { id: task.id });
  const { task: asking } = await finishTask(agent(), {
    id: task.id,
    baton: token,
    outcome: 'ask',
    question: 'Oak or elm?',
    options: OPTIONS,
    ...more,
  });
  return asking;
}
const answer = (task: { id: Id }, fields: object = { text: 'Oak.' }, ctx = user.ctx) =>
  answerQuestion(ctx, { id: task.id, ...fields });

describe('a question', () => {
  test('hands the baton back, stays on the task and in its notes, and the task is not ready', async () => {
    const task = await ask({ summary: 'Both are in the yard.' });
    expect(task).toMatchObject({
      status: 'open',
      agent_lock: null,
      question: {
        text: 'Oak or elm?',
        seen: 'Both are in the yard.',
        options: OPTIONS,
        asked_by: { name: 'claude' },
        answer: null,
      },
    });
    expect((await plan()).batons).toEqual([]);
    const said = (await listNotes(user.ctx, { id: projectId, task_id: task.id })).filter((note) => !note.is_broadcast);
    expect(said).toMatchObject([
      {
        id: task.question?.id,
        question_id: task.question?.id,
        by_holder: true,
        type: 'CONTEXT',
        body: expect.stringContaining('1. Oak: Lasts (preferred)\n2. Elm'),
      },
    ]);
    expect(await claimNext(agent('codex'), { id: projectId })).toBeNull();
    expect(await orient(agent(), projectId, undefined)).toMatchObject({
      next: null,
      counts: { open: 0, blocked: 0, asking: 1 },
      stopped: [{ number: 1, question: { text: 'Oak or elm?', by: 'claude' } }],
    });
  });

  test('is taken back by whoever claims the task by its name, who is warned', async () => {
    const task = await ask();
    const claimed = await claimTask(agent('codex'), { id: task.id });
    expect(claimed).toMatchObject({
      was_stopped: 'Nobody has answered yet: Oak or elm?',
      task: { status: 'wip', question: null },
    });
    await expect(answer(task)).rejects.toMatchObject({ type: 'CONFLICT', detail: { code: 'NO_QUESTION' } });
  });

  test('is over when the task is done', async () => {
    const task = await ask();
    expect((await updateTask(user.ctx, { id: task.id, status: 'done' })).question).toBeNull();
  });
});

describe('an answer', () => {
  test('becomes a Context note and makes the task ready; whoever claims it reads both', async () => {
    const task = await ask();
    const answered = await answer(task, { option: 1, text: 'From the north yard.' });
    expect(answered.question?.answer).toMatchObject({ option: 1, text: 'From the north yard.', taken_up_at: null });
    const notes = await listNotes(user.ctx, { id: projectId, task_id: task.id });
    expect(notes.find((note) => !note.is_broadcast)).toMatchObject({
      type: 'CONTEXT',
      question_id: task.question?.id,
      body: `Answer from ${user.actor.name}: Oak. From the north yard.\n\nTo: Oak or elm?`,
    });
    const claimed = await claimNext(agent('codex'), { id: projectId });
    expect(claimed).toMatchObject({ task: { id: task.id }, was_stopped: null });
    const brief = await readBrief(agent('codex'), projectId, { number: 1 });
    expect(brief.question).toMatchObject({ text: 'Oak or elm?', answer: { option: 1 } });
  });

  test('can be changed until somebody goes on with the task, and not after', async () => {
    const task = await ask();
    await answer(task);
    await answer(task, { decide: true });
    expect((await plan()).tasks[0]?.question?.answer).toMatchObject({ decide: true, text: '' });
    const said = (await listNotes(user.ctx, { id: projectId, task_id: task.id })).filter((note) => !note.is_broadcast);
    expect(
      said.map(({ body }) => body.split('\n')[0]),
      'one pair of notes',
    ).toEqual([`Answer from ${user.actor.name}: Decide yourself`, 'Question: Oak or elm?']);
    const { token } = await claimTask(agent('codex'), { id: task.id });
    const taken = { type: 'CONFLICT', detail: { code: 'ANSWER_TAKEN_UP' } };
    await expect(answer(task)).rejects.toMatchObject(taken);
    await finishTask(agent('codex'), { id: task.id, baton: token, outcome: 'release', summary: 'Not my day.' });
    await expect(answer(task)).rejects.toMatchObject(taken);
  });

  test('does not silently replace one that its author has not seen', async () => {
    const task = await ask();
    const first = await answer(task, { text: 'Oak.', replaces_at: null });
    await expect(answer(task, { text: 'Elm.', replaces_at: null })).rejects.toMatchObject({
      type: 'CONFLICT',
      message: `${user.actor.name} answered T1 meanwhile. Yours was not sent.`,
      detail: { code: 'EDIT_CONFLICT' },
    });
    const seen = first.question?.answer?.at;
    expect((await answer(task, { text: 'Elm.', replaces_at: seen })).question?.answer?.text).toBe('Elm.');
    await withdrawAnswer(user.ctx, { id: task.id });
    await expect(answer(task, { text: 'Ash.', replaces_at: seen })).rejects.toMatchObject({
      message: 'The answer to T1 was taken back meanwhile. Yours was not sent.',
    });
  });

  test('that is taken back leaves the question open, and no note behind', async () => {
    const task = await ask();
    await answer(task);
    expect((await withdrawAnswer(user.ctx, { id: task.id })).question?.answer).toBeNull();
    const said = (await listNotes(user.ctx, { id: projectId, task_id: task.id })).filter((note) => !note.is_broadcast);
    expect(said.map(({ id }) => id)).toEqual([task.question?.id]);
  });

  test('to an option that is not there, to another question, or to none is refused', async () => {
    const task = await ask();
    await expect(answer(task, { option: 3 })).rejects.toMatchObject({
      type: 'VALIDATION_ERROR',
      message: 'There is no option 3: there are 2.',
    });
    await expect(answer(task, { text: 'x', question_id: projectId })).rejects.toMatchObject({
      type: 'CONFLICT',
      detail: { code: 'EDIT_CONFLICT' },
    });
    await answer(task, { text: 'Oak.', question_id: task.question?.id });
    const plain = await createTask(user.ctx, { id: projectId, title: 'Plain' });
    await expect(answer(plain)).rejects.toMatchObject({ type: 'CONFLICT', detail: { code: 'NO_QUESTION' } });
  });

  test('of another user, or of an agent that names another project, finds nothing', async () => {
    const task = await ask();
    const stranger = await addUser(services);
    const elsewhere = services.contextFor({ ...agent().actor, projectId: task.id } as Context['actor']);
    for (const ctx of [stranger.ctx, elsewhere])
      await expect(answer(task, { text: 'x' }, ctx)).rejects.toMatchObject({ type: 'NOT_FOUND' });
    expect((await plan()).tasks[0]?.question?.answer).toBeNull();
  });
});

describe('a question, its answer, what was seen and where the work is', () => {
  const WORK = { commit: 'abcdef0', branch: 'keel', pr: '12', diff: { files: 1, insertions: 2, deletions: 3 } };
  const said = ({ question, work, checks }: Task) => ({ question, work, checks });

  async function addAnswered(): Promise<Task> {
    const task = await createTask(user.ctx, {
      id: projectId,
      title: 'Keel',
      checks: [{ text: 'Straight', met: false }],
    });
    const { token } = await claimTask(agent(), { id: task.id });
    await finishTask(agent(), {
      id: task.id,
      baton: token,
      outcome: 'ask',
      question: 'Oak or elm?',
      checks: [{ n: 1, seen: 'A taut line' }],
      ...WORK,
    });
    return answer(task);
  }

  test('stay through a checkpoint and its restore', async () => {
    const task = await addAnswered();
    const { id } = await saveCheckpoint(user.ctx, { id: projectId, name: 'Answered' });
    const { token } = await claimTask(agent(), { id: task.id });
    await finishTask(agent(), { id: task.id, baton: token, outcome: 'done', summary: 'Laid the keel.' });
    expect((await plan()).tasks[0]?.question).toBeNull();
    await restoreCheckpoint(user.ctx, { id });
    expect((await plan()).tasks.map(said)).toEqual([said(task)]);
    expect((await claimNext(agent(), { id: projectId }))?.task.id).toBe(task.id);
  });

  test('stay through an export and its import', async () => {
    const task = await addAnswered();
    expect(said(task)).toMatchObject({ work: WORK, checks: [{ met: true, seen: 'A taut line' }] });
    const content = JSON.stringify(await exportProject(user.ctx, { id: projectId, format: 'json' }));
    const imported = await importContent(user.ctx, { content, encoding: 'text' });
    const again = (await plan(imported.project.id)).tasks[0];
    const notes = (await listNotes(user.ctx, { id: imported.project.id })).filter((note) => !note.is_broadcast);
    const asked = notes.find(({ body }) => body.startsWith('Question: '));
    expect(again && said(again), 'under the id of its note, which is new').toEqual({
      ...said(task),
      question: { ...task.question, id: asked?.id },
    });
    const pair = notes.filter(({ question_id }) => question_id === asked?.id);
    expect(pair).toMatchObject([{ by_holder: false }, { id: asked?.id, by_holder: true }]);
  });
});
