import type { Note } from '#contract/note.ts';
import type { Plan } from '#contract/plan.ts';
import { NOTE } from './model/play-script.ts';
import type { World } from './open-world.ts';

/** Checks in Baton's data whether a task was done; returns what is missing. */
export async function judgeProject(
  { person }: Pick<World, 'person'>,
  projectId: string,
  introducedAs: RegExp,
): Promise<string | undefined> {
  // A client may take longer than the lifetime of an access token.
  await person.renewToken();
  const { data: plan } = await person.call<Plan>('GET', `/api/projects/${projectId}/plan`);
  const done = plan.tasks.filter(({ status }) => status === 'done');
  if (done.length !== 1) return `${done.length} tasks are done, not 1`;
  if (plan.batons.length > 0) return 'the baton is still held';
  const { data: notes } = await person.call<Note[]>('GET', `/api/projects/${projectId}/notes`);
  const note = notes.find(({ body }) => body === NOTE);
  if (note === undefined) return 'the note is not there';
  if (note.task_id !== done[0]?.id) return 'the note is on another task';
  if (!introducedAs.test(note.author.name)) return `the note is by "${note.author.name}"`;
  return undefined;
}
