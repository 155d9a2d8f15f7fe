// A client for tests of runs: it does what the script in the file BATON_SCRIPT says, and prints what clients print.
// { log, via: 'rest' | 'cli' | 'mcp', tasks: { T4: [step of the first try, …], '*': […] } }; the last step repeats.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { openActs } from './scripted-client/acts.mjs';
import { openFormat } from './scripted-client/formats.mjs';

const { BATON_SCRIPT = '', BATON_SCRIPT_FORMAT, BATON_TASK = '' } = process.env;
const argv = process.argv.slice(2);
const script = JSON.parse(readFileSync(BATON_SCRIPT, 'utf8'));
const prompt = await readPrompt();
const started = existsSync(script.log) ? readFileSync(script.log, 'utf8').split('\n').filter(Boolean) : [];
const tries = started.filter((line) => JSON.parse(line).task === BATON_TASK).length;
const steps = script.tasks[BATON_TASK] ?? script.tasks['*'] ?? [];
const step = steps[Math.min(tries, steps.length - 1)] ?? { does: 'works' };
const promptBytes = Buffer.byteLength(prompt);
appendFileSync(script.log, `${JSON.stringify({ task: BATON_TASK, pid: process.pid, argv, promptBytes })}\n`);

const format = openFormat(BATON_SCRIPT_FORMAT ?? namedFormat() ?? 'plain');
const act = openActs({ argv, format, prompt, via: script.via ?? 'rest' })[step.does];
if (act === undefined) throw new Error(`The script has no step ${step.does}.`);
format.begin();
await act(step);

/** opencode has an option of the same name. */
function namedFormat() {
  const at = argv.indexOf('--format');
  return at === -1 || argv[at + 1] === 'json' ? undefined : argv[at + 1];
}

/** From a file that is named, else from standard input. */
async function readPrompt() {
  const at = argv.indexOf('--prompt-file');
  return at === -1 ? text(process.stdin) : readFileSync(argv[at + 1], 'utf8');
}
