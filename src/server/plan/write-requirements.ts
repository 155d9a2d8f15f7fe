import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { requireProject } from '#server/projects/index.ts';
import { escapeInline } from './formats/escape-markdown.ts';
import { listTraced } from './list-traced.ts';
import { cutText } from './rules.ts';
import { readRequirements } from './store-requirements.ts';

const TEXT_MAX = 300;

/** What the PRD asks for, a line each: its id, where it stands, which tasks answer it, and its words. */
export async function writeRequirements(ctx: Context, id: Id): Promise<string> {
  const project = await requireProject(ctx, id);
  const kept = await readRequirements(ctx.db, project.id);
  if (kept === null) return 'No PRD has been read yet.\n';
  const answering = new Map<string, number[]>();
  for (const { number, requirement_ids } of await listTraced(ctx.db, project.id))
    for (const each of requirement_ids) answering.set(each, [...(answering.get(each) ?? []), number]);
  const lines = kept.found.map(({ id: name, text, start_line, end_line }) => {
    const tasks =
      answering
        .get(name)
        ?.map((number) => `T${number}`)
        .join(' ') ?? 'no task';
    const where = start_line === end_line ? `${start_line}` : `${start_line}-${end_line}`;
    return `- ${name} (line ${where}; ${tasks}): ${escapeInline(cutText(text.replaceAll(/\s+/g, ' '), TEXT_MAX))}`;
  });
  return [`# What PRD version ${kept.version} asks for`, '', ...lines, ''].join('\n');
}
