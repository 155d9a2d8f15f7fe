import { type Call, type Command, print, requirePlace } from '../command.ts';
import { EXIT, Failure, UsageError } from '../failure.ts';
import { isEdited, pullPlan } from '../plan-file/pull-plan.ts';
import { pushPlan } from '../plan-file/push-plan.ts';
import { isPulled, readPlan } from '../plan-file/read-plan.ts';
import { readTextFile } from '../read-text-file.ts';
import { isMissing, reasonOf } from '../user-config.ts';
import { writeWhole } from '../write-file.ts';

/** Writes the plan into a file, and applies the edits made there. */
export const plan: Command = {
  options: {
    'dry-run': { type: 'boolean' },
    prune: { type: 'boolean' },
    force: { type: 'boolean' },
    'no-notes': { type: 'boolean' },
  },
  async run(call) {
    const [word] = call.args.words;
    if (word === 'push') return push(call);
    if (word === 'pull') return pull(call);
    throw new UsageError('A plan is something to pull or to push');
  },
};

async function pull(call: Call): Promise<number> {
  const [, file = '-'] = call.args.take(1, 2);
  const { to, project } = requirePlace(call);
  if (file !== '-' && !call.args.is('force')) requireNothingLost(file);
  const { text, ...counts } = await pullPlan(to, project, !call.args.is('no-notes'));
  if (file === '-') {
    process.stdout.write(call.args.is('json') ? `${JSON.stringify({ ...counts, text }, null, 2)}\n` : text);
    return EXIT.fine;
  }
  write(file, text);
  print(
    call,
    `${counts.tasks} tasks and ${counts.notes} notes are in ${file}. Edit it, then: baton plan push ${file}`,
    {
      file,
      ...counts,
    },
  );
  return EXIT.fine;
}

/** A file with unpushed edits is not overwritten. */
function requireNothingLost(file: string): void {
  let text: string;
  try {
    text = readTextFile(file);
  } catch (error) {
    if (isMissing(error)) return;
    throw new Failure(`${file} cannot be read: ${reasonOf(error)}.`);
  }
  if (text.trim() === '' || (isPulled(text) && !isEdited(text))) return;
  const what = isPulled(text) ? 'has edits that were not pushed' : 'is not a plan that was pulled';
  throw new Failure(`${file} ${what}, so it was not written over. Name another file, or use --force.`);
}

async function push(call: Call): Promise<number> {
  const { args } = call;
  const [, file = ''] = args.take(2);
  const { to, project } = requirePlace(call);
  const text = read(file);
  const isTrial = args.is('dry-run');
  const answer = await pushPlan(to, project, text, {
    isTrial,
    isPruning: args.is('prune'),
    isForced: args.is('force'),
  });
  if (answer === undefined) {
    print(call, 'The plan already says what the file says. Nothing was changed.', { ops: 0 });
    return EXIT.fine;
  }
  const isRenewed = !isTrial && file !== '-' && isPulled(text);
  if (isRenewed) {
    // Rewritten from the current plan, with the numbers of new tasks: the base of the next edit.
    const { hasNotes } = readPlan(text);
    const { text: now } = await pullPlan(to, project, hasNotes);
    write(file, text.includes('\r\n') ? now.replaceAll('\n', '\r\n') : now);
  }
  print(call, isRenewed ? `${answer.text}\n${file} has the plan as it is now.` : answer.text, answer.data);
  return EXIT.fine;
}

function read(file: string): string {
  try {
    return readTextFile(file === '-' ? 0 : file);
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${reasonOf(error)}.`);
  }
}

function write(file: string, text: string): void {
  try {
    writeWhole(file, text);
  } catch (error) {
    throw new Failure(`${file} cannot be written: ${reasonOf(error)}.`);
  }
}
