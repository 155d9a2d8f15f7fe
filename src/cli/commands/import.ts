import { readFileSync } from 'node:fs';
import type { ImportReport } from '#contract/transfer.ts';
import { askServer } from '../ask-server.ts';
import { type Command, given, print, requirePlace } from '../command.ts';
import { EXIT, Failure } from '../failure.ts';
import { fileNameOf } from '../file-name-of.ts';
import { requireSignedIn } from '../settings.ts';
import { reasonOf } from '../user-config.ts';

const LINES_SHOWN = 20;

/** Imports a project as a new one, or into the named one. */
export const importProject: Command = {
  options: { format: { type: 'string' }, name: { type: 'string' }, into: { type: 'boolean' } },
  async run(call) {
    const { args } = call;
    const [file = ''] = args.take(1);
    const isInto = args.is('into');
    const { to, project } = isInto ? requirePlace(call) : { to: requireSignedIn(call.settings), project: undefined };
    const said = given({
      filename: file === '-' ? undefined : fileNameOf(file),
      format: args.text('format'),
      name: args.text('name'),
      project_id: project,
    });
    const report = await askServer<ImportReport>(to, {
      method: 'POST',
      path: `/api/projects/import?${new URLSearchParams(said).toString()}`,
      file: read(file),
    });
    print(call, describe(report), report);
    return EXIT.fine;
  },
};

function read(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${reasonOf(error)}.`);
  }
}

function describe({ project, tasks, notes, format, lines, checkpoint_id }: ImportReport): string {
  const odd = lines.filter(({ outcome }) => outcome !== 'imported');
  const left = odd.length - LINES_SHOWN;
  return [
    `${tasks} tasks and ${notes} notes (${format}) are in “${project.name}”, ${project.id}.`,
    ...(checkpoint_id === null ? [] : [`The plan as it was is in checkpoint ${checkpoint_id}.`]),
    ...odd.slice(0, LINES_SHOWN).map(({ where, outcome, message }) => `${outcome} ${where}: ${message}`),
    ...(left > 0 ? [`(${left} more: --json)`] : []),
  ].join('\n');
}
