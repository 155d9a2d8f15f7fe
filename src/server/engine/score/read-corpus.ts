import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What a careful reader lists: the lines that say it, and a few of its words. */
const Expected = z.strictObject({
  lines: z.tuple([z.int().min(1), z.int().min(1)]),
  contains: z.string().min(1),
});
export type Expected = z.infer<typeof Expected>;

/** A PRD of the corpus with what its author listed before any program read it. */
export interface LabelledPrd {
  name: string;
  content: string;
  expected: Expected[];
}

const CORPUS = join(import.meta.dirname, '../corpus');

/** The labelled PRDs, in the order of their names. `held-out` holds those that nothing was tuned on. */
export function readCorpus(set: 'tuned' | 'held-out' = 'tuned'): LabelledPrd[] {
  const folder = set === 'tuned' ? CORPUS : join(CORPUS, 'held-out');
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length));
  return names.toSorted().map((name) => ({
    name,
    content: readFileSync(join(folder, `${name}.md`), 'utf8'),
    expected: z.array(Expected).parse(JSON.parse(readFileSync(join(folder, `${name}.expected.json`), 'utf8'))),
  }));
}
