import { z } from 'zod';
import { Id, type Timestamp } from './fields.ts';
import { Project } from './project.ts';

/** Who caused a change, as the feed and the activity log show it. */
export const EventActor = z.object({
  kind: z.enum(['user', 'agent', 'system']),
  id: Id.nullable(),
  name: z.string(),
});
export type EventActor = z.infer<typeof EventActor>;

/** Each event carries the presented row, so that a browser patches its cache and asks for nothing. */
export const EVENT_DATA = {
  'project.created': Project,
  'project.updated': Project,
  'project.deleted': Project,
  'account.updated': z.object({ id: Id, display_name: z.string(), status: z.enum(['active', 'suspended']) }),
} as const;

export type EventType = keyof typeof EVENT_DATA;
export type EventDataOf<T extends EventType> = z.infer<(typeof EVENT_DATA)[T]>;

export type FeedEvent = {
  [T in EventType]: {
    seq: number;
    type: T;
    data: EventDataOf<T>;
    actor: EventActor;
    created_at: z.infer<typeof Timestamp>;
  };
}[EventType];
