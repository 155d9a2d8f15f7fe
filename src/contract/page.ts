import { z } from 'zod';
import { Id } from './fields.ts';

/** Rows of one answer where the caller names no number. */
export const PROJECTS_PAGE = 100;
export const PLAN_PAGE = 10_000;
export const LIST_PAGE = 100;

const pageLimit = (max: number) => z.coerce.number().int().min(1).max(max).default(max);

/** A list that can grow: `limit` rows, and from which row on. The answer's `nextCursor` leads to the next page. */
export const pageQuery = (max: number) =>
  z.strictObject({
    limit: pageLimit(max),
    cursor: Id.optional().meta({ description: 'nextCursor of the page before' }),
  });

/** The same for a list whose order changes while it is read: the cursor counts. */
export const countedPageQuery = (max: number) =>
  z.strictObject({
    limit: pageLimit(max),
    cursor: z.coerce
      .number()
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .meta({ description: 'nextCursor of the page before' }),
  });

/** As a use case is asked: without a limit, by other use cases, it lists all. */
export interface PageInput<C = Id> {
  limit?: number | undefined;
  cursor?: C | undefined;
}
