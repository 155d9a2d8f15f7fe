import type { PlanOp } from '#contract/tools.ts';

/** The changes of an op in words: "title: old → new", "status: done". */
export const sayUpdate = (
  { title, status }: PlanOp,
  fields: readonly string[],
  before: { title: string; answers?: readonly string[] | undefined },
): string[] =>
  fields.map((field) => {
    if (field === 'title') return `title: ${before.title} → ${title ?? ''}`;
    if (field === 'requirement_ids') return `requirements: ${before.answers?.join(', ') ?? ''}`;
    return field === 'status' ? `status: ${status ?? ''}` : field;
  });
