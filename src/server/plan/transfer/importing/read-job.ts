import { cutImport } from './cut-import.ts';
import type { ImportHead, ImportJob, ImportPart } from './import-parts.ts';
import { placeBeside } from './place-beside.ts';
import { type Incoming, readIncoming } from './read-incoming.ts';

/** Parses and validates an import; its parts are generated lazily, so that only one is in memory at a time. */
export function readJob(job: ImportJob): { head: ImportHead; parts: Generator<ImportPart> } {
  const found = readIncoming(job);
  if (found.wishes.project_id !== undefined) placeBeside(found.incoming, new Date(job.now));
  return { head: headOf(found), parts: cutImport(found.incoming) };
}

function headOf({ format, wishes, incoming }: Incoming): ImportHead {
  const { plan, notes, description, rules, lines, checkpoints } = incoming;
  let lastNumber = 0;
  for (const { tasks } of new Set([plan, ...checkpoints.map(({ snapshot }) => snapshot)]))
    for (const { number } of tasks) lastNumber = Math.max(lastNumber, number);
  return {
    format,
    name: wishes.name ?? incoming.name,
    projectId: wishes.project_id,
    description,
    rules,
    tasks: plan.tasks.length,
    notes: notes.length,
    lastNumber,
    lines,
  };
}
