import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';

/** The context of use cases that read the timeline: they bring it up to date first. */
export interface TimelineContext extends Context {
  catchUp(projectId: Id): Promise<void>;
}
