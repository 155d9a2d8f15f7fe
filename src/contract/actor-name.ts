import type { EventActor } from './fields.ts';

/** Who has not given a name yet is not named by an e-mail address, which is not for others to read. */
export const actorName = ({ name }: Pick<EventActor, 'name'>): string => (name === '' ? 'A person' : name);
