import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Task } from '#contract/task.ts';
import { askServer } from '../ask-server.ts';
import { type Call, type Command, type Entry, requirePlace } from '../command.ts';
import { SCRIPTS, readTable } from '../completion-scripts.ts';
import { EXIT, UsageError } from '../failure.ts';
import { readTextFile } from '../read-text-file.ts';
import { workingTreeFolder } from '../working-tree.ts';
import { writeWhole } from '../write-file.ts';

/** TTL of the cached task list. */
const FRESH_MS = 30_000;
const TASKS_MAX = 500;
const TITLE_MAX = 60;

/** Prints the completion script; "tasks" is called by the scripts while typing. */
export const completionOf = (table: Readonly<Record<string, Entry>>): Command => ({
  async run(call) {
    const [shell = ''] = call.args.take(1);
    if (shell === 'tasks') {
      // Completion fails silently.
      process.stdout.write(await listOpen(call).catch(() => ''));
      return EXIT.fine;
    }
    const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
    if (script === undefined) throw new UsageError('A shell is bash, zsh or fish');
    process.stdout.write(script(readTable(table)));
    return EXIT.fine;
  },
});

/** "T12", a tab and the title of each task that is not done; cached, so that the server is asked only now and then. */
async function listOpen(call: Call): Promise<string> {
  const { to, project } = requirePlace(call);
  const file = join(workingTreeFolder(call.environment, call.folder), `tasks-${project}.txt`);
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - written < FRESH_MS) return readTextFile(file);
  const tasks = await askServer<Task[]>(to, { method: 'GET', path: `/api/projects/${project}/tasks` });
  const lines = tasks
    .filter(({ status }) => status !== 'done')
    .toSorted((a, b) => a.number - b.number)
    .slice(0, TASKS_MAX)
    .map(({ number, title }) => `T${number}\t${title.replaceAll(/\s+/g, ' ').slice(0, TITLE_MAX).toWellFormed()}\n`)
    .join('');
  writeWhole(file, lines, { isPrivate: true });
  return lines;
}
