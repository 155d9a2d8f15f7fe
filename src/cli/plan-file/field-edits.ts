import type { Note } from '#contract/note.ts';
import type { Task } from '#contract/task.ts';
import type { PlanOp } from '#contract/tools.ts';
import { Failure } from '../failure.ts';
import { NOTE_KINDS } from './document-of.ts';
import { type DocumentNote, type DocumentTask, keyOf } from './plan-document.ts';

type OpNote = NonNullable<PlanOp['notes']>[number];

/** What the file says otherwise of a task than the plan does: its words. */
export function wordEdits(task: DocumentTask, known: Task): Partial<PlanOp> {
  const isSame =
    task.checks.length === known.checks.length &&
    task.checks.every(({ text, met }, place) => {
      const check = known.checks[place];
      return check?.text === text && check.met === met;
    });
  return {
    ...(task.title === known.title ? {} : { title: task.title }),
    ...(task.description === known.description ? {} : { description: task.description }),
    ...(isSame ? {} : { checks: task.checks.map((check) => ({ ...check, ...seenOf(check, known) })) }),
    ...(hasSame(task.requirements, known.requirement_ids) ? {} : { requirements: task.requirements }),
  };
}

/** What was seen of a check stays with it, wherever it stands now, as long as it is ticked. */
function seenOf({ text, met }: DocumentTask['checks'][number], { checks }: Task): { seen?: string } {
  const seen = met ? checks.find((check) => check.text === text && check.met)?.seen : undefined;
  return seen === undefined ? {} : { seen };
}

const hasSame = (some: readonly string[], others: readonly string[]): boolean =>
  new Set(some).symmetricDifference(new Set(others)).size === 0;

/** Notes that somebody has written into the file, and those whose text is another now. */
export function noteEdits(task: DocumentTask, known: readonly Note[]): OpNote[] {
  const left = [...known];
  return task.notes.flatMap((note): OpNote[] => {
    const kind = note.type ?? 'progress';
    if (note.key !== undefined) return changeOf(note, known);
    // One that says the same is the same: sending a file again adds nothing.
    const same = left.findIndex(({ type, body }) => NOTE_KINDS[type] === kind && body === note.body);
    if (same !== -1) {
      left.splice(same, 1);
      return [];
    }
    if (kind === 'other') throw new Failure(`Line ${note.line}: a new note is progress, finding, context or files.`);
    return [{ type: kind, body: note.body }];
  });
}

function changeOf({ key, line, type, body }: DocumentNote, known: readonly Note[]): OpNote[] {
  const note = known.find(({ id }) => keyOf(id) === key);
  if (note === undefined)
    throw new Failure(`Line ${line}: the note #${key ?? ''} is not there any more. Take its mark away to add it anew.`);
  const isRetyped = type !== undefined && type !== 'other' && type !== NOTE_KINDS[note.type];
  if (note.body === body && !isRetyped) return [];
  return [{ id: note.id, body, ...(isRetyped ? { type } : {}) }];
}
