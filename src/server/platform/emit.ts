import type { EventDataOf, EventType } from '#contract/events.ts';

/** Where an event belongs: what one project's viewers see, or what one account's owner sees. */
export type Scope = `project:${string}` | `user:${string}`;

export type Emit = <T extends EventType>(scope: Scope, type: T, data: EventDataOf<T>) => void;
