import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { planOffline } from '#server/engine/offline/plan-offline.ts';

const CORPUS = join(import.meta.dirname, '../src/server/engine/corpus');
const SIZE = 500 * 1024;
const ROUNDS = 3;
const LIMIT_MS = 1_000;

/** What planning half a megabyte of PRD costs, beside what the markdown parser of the field takes to read it. */
export function comparePlanning(): void {
  const content = composePrd();
  const best = (work: () => unknown) => Math.min(...Array.from({ length: ROUNDS }, () => timeOf(work)));
  const tasks = planOffline(content, [], { maxTasks: 1_000 }).draft.tasks.length;
  const ours = best(() => planOffline(content, [], { maxTasks: 1_000 }));
  const parser = best(() => fromMarkdown(content, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  const times = `${ours.toFixed(0)} ms for ${tasks} tasks, micromark ${parser.toFixed(0)} ms to read it`;
  console.log(
    `\nPlanning        500 KB of PRD: ${times}; ${(ours / parser).toFixed(2)} of that (limit ${LIMIT_MS} ms)`,
  );
  if (ours > LIMIT_MS) process.exitCode = 1;
}

/** PRDs of every shape, one behind the other, until there is enough of them. */
function composePrd(): string {
  const names = readdirSync(CORPUS).filter((name) => name.endsWith('.md'));
  const texts = names.map((name) => readFileSync(join(CORPUS, name), 'utf8'));
  let content = '';
  for (let round = 1; content.length < SIZE; round += 1)
    for (const text of texts) content += `# Part ${round}\n\n${text}\n\n`;
  return content.slice(0, SIZE);
}

function timeOf(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
