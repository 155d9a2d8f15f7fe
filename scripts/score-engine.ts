import { MEASURES, isGood } from '#server/engine/score/measures.ts';
import { readCorpus } from '#server/engine/score/read-corpus.ts';
import { scoreExtraction } from '#server/engine/score/score-extraction.ts';

const isTalkative = process.argv.includes('--details');

/** Prints how well the engine does on the labelled PRDs; with --details also what it missed and what it made up. */
for (const set of ['tuned', 'held-out'] as const) {
  const corpus = readCorpus(set);
  console.log(`${set === 'tuned' ? 'Corpus' : 'Held-out corpus'}: ${corpus.length} PRDs`);
  for (const measure of MEASURES) {
    const value = measure.run(corpus);
    const good = isGood(measure, value);
    const shown = measure.unit === 'share' ? value.toFixed(4) : String(value);
    console.log(`${good ? 'ok  ' : 'FAIL'}  ${measure.name.padEnd(44)}${shown.padStart(8)}  limit ${measure.limit}`);
    if (!good) process.exitCode = 1;
  }
  if (isTalkative) for (const prd of corpus) printDetails(prd);
}

function printDetails(prd: ReturnType<typeof readCorpus>[number]): void {
  const { missed, surplus, wrongLines, matched, expected, found } = scoreExtraction(prd);
  console.log(`${prd.name}: ${matched} of ${expected}, ${found} found`);
  for (const label of missed) console.log(`  missed   ${label.lines.join('-')}  ${label.contains}`);
  for (const { start_line, end_line, text, kind } of surplus)
    console.log(`  surplus  ${start_line}-${end_line}  ${kind}: ${text.slice(0, 100)}`);
  for (const { start_line, end_line, text } of wrongLines)
    console.log(`  lines    ${start_line}-${end_line}  ${text.slice(0, 100)}`);
}
