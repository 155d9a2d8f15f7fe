import { resolve } from 'node:path';
import { CORPUS, readFolder } from '#test/score/read-folder.ts';
import { scoreDocument } from '#test/score/score-document.ts';
import { countFaults, sumScores } from '#test/score/sum-scores.ts';
import { printDetails, printFigure, printConfusion } from './print-score.ts';

/**
 * Scores the built-in planner on the corpus, or on a folder of Markdown files: `npm run score -- FOLDER`. `--details`
 * adds a row per document and its faults, `--json` prints everything for programs.
 */
const folder = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const documents = readFolder(folder === undefined ? CORPUS : resolve(folder));
const scores = documents.map((document) => scoreDocument(document));
const faults = countFaults(scores);
const figures = sumScores(scores);

if (process.argv.includes('--json')) console.log(JSON.stringify({ faults, figures, documents: scores }, null, 2));
else {
  const labelled = documents.filter(({ labels }) => labels !== null).length;
  console.log(`${documents.length} documents, ${labelled} with labels\n\nMust be 0`);
  for (const fault of faults) printFigure(fault);
  console.log('\nFigures');
  for (const figure of figures) printFigure(figure);
  printConfusion(scores);
  if (process.argv.includes('--details')) printDetails(scores);
}
if (faults.some(({ value }) => value !== 0)) process.exitCode = 1;
