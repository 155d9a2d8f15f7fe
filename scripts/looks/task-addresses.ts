import type { World } from './add-world.ts';

/** The tasks screen of the Harbor plan with this task open. */
export const taskAt =
  (title: string, more = '') =>
  ({ harbor }: World) =>
    `${harbor.at}?task=${harbor.task(title).id}${more}`;
export const planAt =
  (search = '') =>
  ({ harbor }: World) =>
    `${harbor.at}${search}`;
