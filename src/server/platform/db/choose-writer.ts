/** What a host said of itself. */
export interface HostAnswer {
  name: string;
  url: string;
  /** Why it takes no writes; undefined where it does. */
  refusal: string | undefined;
  /** Rises by one with every promotion of a standby. */
  timeline: number;
  /** The same on a primary and its standbys; empty where the host does not tell. */
  system: string;
}

/** The host that was followed last. */
export type KnownWriter = Pick<HostAnswer, 'url' | 'timeline' | 'system'>;

/**
 * The one host to write to, or why there is none. A former primary that comes back still takes writes, but a standby that
 * was promoted has a higher timeline; and a host of another cluster has nothing of this database.
 */
export function chooseWriter(
  answers: readonly HostAnswer[],
  known: KnownWriter | undefined,
): { writer: HostAnswer } | { reason: string } {
  const judged = answers.map((answer) => ({ answer, refusal: answer.refusal ?? refuseAs(answer, known) }));
  const writable = judged.flatMap(({ answer, refusal }) => (refusal === undefined ? [answer] : []));
  const newest = Math.max(...writable.map(({ timeline }) => timeline));
  const top = writable.filter(({ timeline }) => timeline === newest);
  const [first] = top;
  if (first === undefined)
    return { reason: judged.map(({ answer, refusal }) => `${answer.name} ${refusal ?? ''}`).join(', ') };
  const other = writable.find((answer) => isForeign(answer, first));
  if (other !== undefined)
    return { reason: `${first.name} and ${other.name} take writes and are no copies of one database` };
  const followed = top.find(({ url }) => url === known?.url);
  if (followed === undefined && top.length > 1)
    return { reason: `${top.map(({ name }) => name).join(' and ')} take writes, on one timeline: stop all but one` };
  return { writer: followed ?? first };
}

function refuseAs(answer: HostAnswer, known: KnownWriter | undefined): string | undefined {
  if (known === undefined) return undefined;
  if (isForeign(answer, known)) return 'is another database than the one before';
  if (answer.timeline < known.timeline)
    return `is on timeline ${answer.timeline}, older than ${known.timeline}: a former primary`;
  return undefined;
}

/** A promoted standby: no other host can be ahead of it. */
export const isNewer = (answer: HostAnswer, known: KnownWriter): boolean =>
  answer.refusal === undefined && answer.timeline > known.timeline && !isForeign(answer, known);

const isForeign = (one: Pick<HostAnswer, 'system'>, other: Pick<HostAnswer, 'system'>) =>
  one.system !== '' && other.system !== '' && one.system !== other.system;
