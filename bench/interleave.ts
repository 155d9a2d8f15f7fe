import { processCpuMs } from './process-cpu.ts';

type Time = <T>(label: string, work: () => Promise<T>) => Promise<T>;

export interface Probe {
  /** One step of one lane; calls are timed under labels. */
  step(lane: number, time: Time): Promise<unknown>;
  /** The process whose CPU time is measured. */
  pid?: number;
  /** After each round, unmeasured. */
  after?: () => Promise<unknown>;
}

export interface Figures {
  p50: number;
  /** Calls per second of wall-clock time, over all labels of the probe. */
  perSecond: number;
  /** CPU time of the probe's process per timed call. */
  cpuMs: number;
}

export interface Course {
  rounds: number;
  lanes: number;
  /** Per lane and round. */
  steps: number;
}

/**
 * Interleaves all probes in every round, so that load affects all alike. Medians over the rounds, without the first.
 */
export async function interleave(probes: readonly Probe[], course: Course): Promise<Map<string, Figures>> {
  const rounds = new Map<string, Figures[]>();
  for (let round = 0; round <= course.rounds; round += 1)
    for (const probe of probes) {
      const figures = await run(probe, course);
      await probe.after?.();
      if (round === 0) continue;
      for (const [label, each] of figures) rounds.set(label, [...(rounds.get(label) ?? []), each]);
    }
  return new Map(
    [...rounds].map(([label, all]) => [
      label,
      {
        p50: median(all.map(({ p50 }) => p50)),
        perSecond: median(all.map(({ perSecond }) => perSecond)),
        cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
      },
    ]),
  );
}

async function run({ step, pid }: Probe, { lanes, steps }: Course): Promise<Map<string, Figures>> {
  const times = new Map<string, number[]>();
  const time: Time = async (label, work) => {
    const began = performance.now();
    const answer = await work();
    const ms = performance.now() - began;
    const known = times.get(label);
    if (known === undefined) times.set(label, [ms]);
    else known.push(ms);
    return answer;
  };
  const lane = async (number: number) => {
    for (let count = 0; count < steps; count += 1) await step(number, time);
  };
  const [began, cpuBefore] = [performance.now(), pid === undefined ? Number.NaN : processCpuMs(pid)];
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  const seconds = (performance.now() - began) / 1_000;
  const cpu = pid === undefined ? Number.NaN : processCpuMs(pid) - cpuBefore;
  const calls = [...times.values()].reduce((sum, { length }) => sum + length, 0);
  return new Map(
    [...times].map(([label, all]) => [label, { p50: median(all), perSecond: calls / seconds, cpuMs: cpu / calls }]),
  );
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
