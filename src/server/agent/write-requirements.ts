import type { Id } from '#contract/fields.ts';
import { type EngineContext, getPrd } from '#server/engine/index.ts';
import { cutText, escapeInline, listTraced } from '#server/plan/index.ts';
import { sayRange } from '#server/prd/index.ts';

const TEXT_MAX = 300;

/** The requirements of the PRD, one per line: ids, line, covering tasks, and text. */
export async function writeRequirements(ctx: EngineContext, projectId: Id): Promise<string> {
  const prd = await getPrd(ctx, { id: projectId });
  if (prd === null) return 'There is no PRD yet.\n';
  const numbers = new Map((await listTraced(ctx.db, projectId)).map(({ id, number }) => [id, number]));
  const { planned, lines, to_decide } = prd.coverage;
  const items = prd.requirements.map(({ id, author_id, text, start_line, end_line, task_ids, done }) => {
    const names = author_id === undefined || author_id === id ? id : `${author_id} ${id}`;
    const tasks = task_ids.map((task) => `T${numbers.get(task) ?? 0}`).join(' ');
    const answered = tasks === '' ? (done === true ? 'done' : 'no task') : tasks;
    const words = escapeInline(cutText(text.replaceAll(/\s+/g, ' '), TEXT_MAX));
    return `- ${names} (line ${sayRange(start_line, end_line)}; ${answered}): ${words}`;
  });
  return [
    `# What PRD version ${prd.version} asks for`,
    '',
    `${planned} of ${lines.work} work lines planned, ${to_decide} to decide.`,
    '',
    ...items,
    '',
  ].join('\n');
}
