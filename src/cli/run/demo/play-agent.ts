import { setTimeout as wait } from 'node:timers/promises';
import type { Brief } from './brief.ts';
import { CHANGES, hasConflict, planWork, tellChange, writeSource, writeTest } from './demo-work.ts';

/** What the script needs of its surroundings. */
export interface Stage {
  folder: string;
  /** Milliseconds between two steps. */
  pace: number;
  print(line: string): void;
  readBrief(): Promise<Brief>;
  note(body: string): Promise<void>;
  finish(said: { summary: string; files: string[]; checks: { n: number; seen: string }[] }): Promise<void>;
}

const SEEN = 'Demonstration: a script wrote a module with a test, nothing of this was looked at.';

/** Plays an agent on one task: it reads, writes real files, leaves a note and finishes. */
export async function playAgent({ folder, pace, print, readBrief, note, finish }: Stage): Promise<void> {
  const step = async (line: string) => {
    print(line);
    await wait(pace);
  };
  const brief = await readBrief();
  const { number, title, checks } = brief;
  const work = planWork(folder, number);
  await step(`Demonstration: a script plays an agent on T${number} ${title}`);
  await step(`Read   brief, ${checks.length === 1 ? '1 check' : `${checks.length} checks`}, ${brief.note_count} notes`);
  if (hasConflict(folder)) await step(`Read   ${CHANGES}: another task changed it too, both lines stay`);
  await step(`Edit   ${work.source}`);
  writeSource(folder, number, work);
  await step(`Edit   ${work.test}`);
  writeTest(folder, number, work);
  if (work.tellsChange) {
    await step(`Edit   ${CHANGES}`);
    tellChange(folder, number);
  }
  await step('Run    node --test');
  if (!work.isWrong) {
    await note(`Demonstration: ${work.source} answers ${number}, and a test says so.`);
    print('note   progress');
  }
  await step('Run    task_finish done');
  await finish({
    summary: `Demonstration: wrote ${work.source} with its test; no model was asked.`,
    files: [work.source, work.test, ...(work.tellsChange ? [CHANGES] : [])],
    checks: checks.map((_, place) => ({ n: place + 1, seen: SEEN })),
  });
}
