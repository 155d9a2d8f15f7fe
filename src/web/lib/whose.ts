import { createContext, use } from 'react';
import { actorName } from '#contract/actor-name.ts';
import type { EventActor } from '#contract/fields.ts';
import type { ProjectPeople } from '#contract/people.ts';

/** The name under which somebody is told of. */
export type Whose = (actor: EventActor) => string;

/** In a project of several people an agent has its person's name too, as there may be a claude-code for each. */
export function whoseAmong(known: ProjectPeople | undefined): Whose {
  const names = new Map<string, string>();
  for (const { user_id, name } of [...(known?.former ?? []), ...(known?.people ?? [])]) names.set(user_id, name);
  return (actor) => {
    const person = names.size > 1 && actor.kind === 'agent' && actor.id !== null ? names.get(actor.id) : undefined;
    return person === undefined ? actorName(actor) : `${actorName(actor)} · ${person}`;
  };
}

/** Provided around the screens of a project. */
export const WhoseContext = createContext<Whose>(actorName);

export const useWhose = () => use(WhoseContext);
