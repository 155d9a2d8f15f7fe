import type { FaultServer } from './fault-server.ts';
import type { Figure } from './figures.ts';
import type { Sizes } from './sizes.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';

export interface FaultStage {
  world: World;
  sizes: Sizes;
  tally: Tally;
  /** What a fault measures beside the counts that all have. */
  figures: Figure[];
  /** Waits until so many more writes have been acknowledged, by whichever server. */
  acknowledged(count: number): Promise<void>;
}

export interface Fault {
  id: string;
  name: string;
  /** Tried in the tests as well. */
  isShort?: true;
  /** Calls whose connection may break: none, unless the server itself is killed. */
  unansweredMax?(sizes: Sizes): number;
  /** Batons that may be taken for abandoned: none, unless the servers do not agree about the time. */
  leasesOverMax?(sizes: Sizes): number;
  run(stage: FaultStage): Promise<void>;
}

/** Waits until these servers say that they are ready, and keeps the longest wait of all. */
export async function measureReady(
  { sizes, figures }: FaultStage,
  servers: readonly FaultServer[],
  mend: () => Promise<void> | void,
): Promise<void> {
  const began = performance.now();
  await mend();
  const isReady = await Promise.all(servers.map((server) => server.becomesReady(sizes.readyLimitMs)));
  const seconds = isReady.every(Boolean) ? (performance.now() - began) / 1_000 : Infinity;
  const known = figures.find(({ name }) => name === TIME_TO_READY);
  if (known !== undefined) known.value = Math.max(known.value, seconds);
  else figures.push({ name: TIME_TO_READY, value: seconds, atMost: sizes.readyLimitMs / 1_000, unit: ' s' });
}

const TIME_TO_READY = 'time to ready';
