import { z } from 'zod';
import { Id } from './fields.ts';

/** Default page sizes. */
export const PROJECTS_PAGE = 100;
export const PLAN_PAGE = 10_000;
export const LIST_PAGE = 100;

const pageLimit = (max: number) => z.coerce.number().int().min(1).max(max).default(max);

/** Pagination of a growing list: `limit` and a cursor. The answer's `nextCursor` leads to the next page. */
export const pageQuery = (max: number) =>
  z.strictObject({
    limit: pageLimit(max),
    cursor: Id.optional().meta({ description: 'nextCursor of the page before' }),
  });

/** The same for a list whose order changes while it is read: the cursor is an offset. */
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

/** The input of a use case: without a limit, by other use cases, it lists all. */
export interface PageInput<C = Id> {
  limit?: number | undefined;
  cursor?: C | undefined;
}
