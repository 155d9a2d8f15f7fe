import path from 'node:path';
import { parseArgs } from 'node:util';
import { applyMutation } from './mutations/apply-mutation.ts';
import { mutations } from './mutations/list.ts';
import { isJourney, type Mutation } from './mutations/mutation.ts';
import { openCopy } from './mutations/open-copy.ts';
import { resultsOf, runNamedTests } from './mutations/run-named-tests.ts';
import { runInterruptible } from './run-interruptible.ts';

/**
 * Shows that the tests notice what they are there for: puts one deliberate bug after the other into a copy of the last commit
 * and runs the tests named beside it, which have to fail. `node scripts/mutations.ts` tries all, `--only 7` one (or several:
 * `--only 7 --only 9`), `--list` says what there is.
 */
const { values } = parseArgs({
  options: { list: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
});

type Outcome = 'killed' | 'SURVIVED' | 'NOT APPLIED' | 'RED BEFORE' | 'NO TEST FAILED';
type Numbered = Mutation & { number: number };
type Runner = Parameters<typeof runNamedTests>[0];

const chosen = mutations
  .map((mutation, place): Numbered => ({ ...mutation, number: place + 1 }))
  .filter(({ number }) => values.only === undefined || values.only.includes(String(number)));

if (values.list) for (const each of chosen) console.log(`${nameOf(each)}\n      ${sayTests(each)}`);
else await runInterruptible(tryAll);

async function tryAll(later: Parameters<Parameters<typeof runInterruptible>[0]>[0]): Promise<number> {
  const { root, folder } = await openCopy(path.join(import.meta.dirname, '..'), later);
  const interruption = new AbortController();
  const runner = { root, folder, signal: interruption.signal };
  let running: Promise<unknown> = Promise.resolve();
  // The copy is removed when nothing runs in it any more.
  later(async () => {
    interruption.abort();
    await running.catch(() => undefined);
  });
  const work = tryEach(runner);
  running = work;
  return work;
}

async function tryEach(runner: Runner): Promise<number> {
  const green = await findGreen(runner);
  let killed = 0;
  for (const mutation of chosen) {
    const began = performance.now();
    const { outcome, why } = green.has(mutation)
      ? await tryMutation(runner, mutation)
      : { outcome: 'RED BEFORE' as const, why: 'the tests fail, or there are none, without the bug' };
    // Tests that were ended say nothing.
    if (runner.signal.aborted) break;
    if (outcome === 'killed') killed += 1;
    const seconds = Math.round((performance.now() - began) / 1_000);
    console.log(`${outcome.padEnd(14)} ${nameOf(mutation)}  [${seconds} s]\n      ${why.replaceAll('\n', '\n      ')}`);
  }
  console.log(`mutations: ${killed} of ${chosen.length} killed`);
  return killed === chosen.length && killed > 0 ? 0 : 1;
}

/** The bugs whose tests all pass without them: a test that fails anyway notices nothing. */
async function findGreen(runner: Runner): Promise<ReadonlySet<Numbered>> {
  // Together, so that a database is started and the web app built once; a title given for one file must not narrow another.
  const groups = Map.groupBy(chosen, ({ tests }) => `${isJourney(tests)} ${tests.titled === undefined}`);
  const green = new Set<Numbered>();
  for (const group of groups.values()) {
    const { results, end } = await runNamedTests(
      runner,
      group.map(({ tests }) => tests),
      { stopAtFirst: false },
    );
    if (results.length === 0) console.log(end);
    for (const { title, file } of results.filter(({ passed }) => !passed)) console.log(`red: ${file} > ${title}`);
    for (const mutation of group) {
      const own = resultsOf(results, mutation.tests);
      if (own.length > 0 && own.every(({ passed }) => passed)) green.add(mutation);
    }
  }
  return green;
}

async function tryMutation(runner: Runner, mutation: Numbered): Promise<{ outcome: Outcome; why: string }> {
  const applied = applyMutation(runner.root, mutation);
  if ('refusal' in applied) return { outcome: 'NOT APPLIED', why: applied.refusal };
  try {
    const { results, end } = await runNamedTests(runner, [mutation.tests], { stopAtFirst: true });
    const own = resultsOf(results, mutation.tests);
    const failed = own.find(({ passed }) => !passed);
    if (failed !== undefined) return { outcome: 'killed', why: `by ${path.basename(failed.file)}: ${failed.title}` };
    if (own.length > 0) return { outcome: 'SURVIVED', why: `${own.length} tests passed: ${sayTests(mutation)}` };
    // What cannot even be loaded shows nothing about the tests.
    return { outcome: 'NO TEST FAILED', why: end };
  } finally {
    applied.restore();
  }
}

function nameOf({ number, file, breaks }: Numbered): string {
  // The files of migrations all have one name.
  const shown = file.endsWith('/migration.sql') ? path.dirname(file) : file;
  return `${String(number).padStart(2)}  ${path.basename(shown)}: ${breaks}`;
}

function sayTests({ tests: { files, titled } }: Mutation): string {
  return `${files.join(' ')}${titled === undefined ? '' : ` "${titled}"`}`;
}
