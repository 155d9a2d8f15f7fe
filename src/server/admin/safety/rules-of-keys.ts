import type { Facts } from './facts.ts';
import { type Judgement, found, ifReached, passed } from './judgement.ts';
import { LINKS } from './links.ts';
import { IDLE_DAYS } from './rules-of-access.ts';

/** Keys of agents that open something although nobody may miss them. */
export const rulesOfKeys = [judgeIdle, judgeEndless];

function judgeIdle({ keys: { all, idle }, isReached }: Facts): Judgement {
  const id = 'keys.idle';
  if (all === 0) return passed(id, 'There are no API keys.');
  if (idle === 0) return passed(id, `Every API key was used or made in the last ${IDLE_DAYS} days.`);
  return found(id, ifReached(isReached, 'should'), {
    wrong: `${keysWhich(idle)} been used for ${IDLE_DAYS} days.`,
    why: 'It lies in a file or a history that nobody looks after, and still opens what it opened.',
    todo: 'Revoke yours, and ask the others to; on the page of an account its key is reset.',
    link: LINKS.apiKeys,
  });
}

function judgeEndless({ keys: { all, endless } }: Facts): Judgement | undefined {
  const id = 'keys.endless';
  if (all === 0) return undefined;
  if (endless === 0) return passed(id, 'Every API key ends on a date.');
  return found(id, 'note', {
    wrong: `${endless} of ${all} API keys never ${endless === 1 ? 'ends' : 'end'}.`,
    why: 'A key that leaks unnoticed works for as long as it exists.',
    todo: 'Give keys an end, one project and only reading where that is enough.',
    link: LINKS.apiKeys,
  });
}

const keysWhich = (n: number) => (n === 1 ? 'An API key has not' : `${n} API keys have not`);
