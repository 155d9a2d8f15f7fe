import type { FaultServer } from './fault-server.ts';
import type { Figure } from './figures.ts';
import type { Sizes } from './sizes.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';

export interface FaultStage {
  world: World;
  sizes: Sizes;
  tally: Tally;
  /** Figures of this fault, in addition to the common ones. */
  figures: Figure[];
  /** Waits until so many more writes were acknowledged, by either server. */
  acknowledged(count: number): Promise<void>;
}

export interface Fault {
  id: string;
  name: string;
  /** Part of the short form in the tests. */
  isShort?: true;
  /** Calls whose connection may break: none, unless the server itself is killed. */
  unansweredMax?(sizes: Sizes): number;
  /** Leases that may expire: none, unless the servers' clocks disagree. */
  leasesOverMax?(sizes: Sizes): number;
  run(stage: FaultStage): Promise<void>;
}

/** Waits until these servers are ready, and records the longest wait. */
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
