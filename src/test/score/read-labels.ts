import { z } from 'zod';
import { PrdRole } from '#contract/requirement.ts';

const Ranges = z.string().regex(/^\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*$/u, 'must be line ranges: 3-7,9');

const WrittenLabels = z.strictObject({
  shape: z.string().min(20),
  roles: z.partialRecord(PrdRole, Ranges),
  either: z.record(Ranges, z.array(PrdRole).min(2)).default({}),
  tasks: z.array(
    z.strictObject({
      title: z.string().min(1),
      lines: Ranges,
      done: z.boolean().optional(),
      later: z.boolean().optional(),
    }),
  ),
  first: z.union([z.string(), z.array(z.string()).min(2)]).optional(),
  list_count: z.int().min(1).optional(),
  outline: z.boolean().optional(),
});

export interface ExpectedTask {
  title: string;
  lines: ReadonlySet<number>;
  done: boolean;
  later: boolean;
}

/** What a person reads in a document; lines count from 1, blank ones are left out. */
export interface Labels {
  shape: string;
  /** The role of each line first, then those that are just as right. */
  roles: ReadonlyMap<number, readonly PrdRole[]>;
  /** Lines labelled more than once: a mistake in the labels. */
  twice: readonly number[];
  tasks: readonly ExpectedTask[];
  /** Titles of the tasks a person would begin with, the likeliest first. */
  first: readonly string[];
  listCount: number | undefined;
  outline: boolean;
}

/** The lines a text such as "3-7,9" names. */
function readRanges(ranges: string): number[] {
  return ranges.split(',').flatMap((range) => {
    const [start = 0, end = start] = range.split('-').map(Number);
    return Array.from({ length: Math.max(0, end - start + 1) }, (_, i) => start + i);
  });
}

/** Reads a labels file for the document it belongs to. Throws where it has another shape. */
export function readLabels(json: unknown, isBlank: (line: number) => boolean): Labels {
  const written = WrittenLabels.parse(json);
  const linesOf = (ranges: string) => readRanges(ranges).filter((line) => !isBlank(line));
  const roles = new Map<number, PrdRole[]>();
  const twice: number[] = [];
  for (const role of PrdRole.options)
    for (const line of linesOf(written.roles[role] ?? '0'))
      if (roles.has(line)) twice.push(line);
      else if (line > 0) roles.set(line, [role]);
  for (const [ranges, allowed] of Object.entries(written.either))
    for (const line of linesOf(ranges)) {
      const [role] = roles.get(line) ?? [];
      if (role === undefined || !allowed.includes(role)) twice.push(line);
      else roles.set(line, [role, ...allowed.filter((other) => other !== role)]);
    }
  return {
    shape: written.shape,
    roles,
    twice,
    tasks: written.tasks.map(({ title, lines, done = false, later = false }) => ({
      title,
      lines: new Set(linesOf(lines)),
      done,
      later,
    })),
    first: [written.first ?? []].flat(),
    listCount: written.list_count,
    outline: written.outline ?? false,
  };
}
