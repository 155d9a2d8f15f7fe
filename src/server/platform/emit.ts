import type { EventDataOf, EventType } from '#contract/events.ts';

/** The stream an event belongs to: a project's, or an account's. */
export type Scope = `project:${string}` | `user:${string}`;

export type Emit = <T extends EventType>(scope: Scope, type: T, data: EventDataOf<T>) => void;
