import { git } from '../worktree/git.ts';

const SUBJECT_MAX = 120;
const SUBJECTS_MAX = 50;

export interface TaskOfCommit {
  number: number;
  title: string;
  projectId: string;
}

/** One line, whatever the title holds. */
export function taskSubject({ number, title }: Pick<TaskOfCommit, 'number' | 'title'>): string {
  const line = title
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  const subject = `T${number}: ${line === '' ? 'Untitled' : line}`;
  const letters = [...subject];
  return letters.length > SUBJECT_MAX
    ? `${letters
        .slice(0, SUBJECT_MAX - 1)
        .join('')
        .trimEnd()}…`
    : subject;
}

/** The message of a task's one commit. Only its last paragraph has trailers: nothing in a subject can pass for one. */
export function taskMessage(task: TaskOfCommit, subjects: readonly string[] = []): string {
  const subject = taskSubject(task);
  const others = subjects.filter((line) => line !== subject && line.trim() !== '');
  const shown = others.slice(0, SUBJECTS_MAX).map((line) => `- ${line.replaceAll(/\p{C}+/gu, ' ').slice(0, 200)}`);
  if (others.length > shown.length) shown.push(`- and ${others.length - shown.length} more`);
  const trailers = `Baton-Task: T${task.number}\nBaton-Project: ${task.projectId.replaceAll(/[^\w-]/g, '')}`;
  return `${[subject, ...(shown.length === 0 ? [] : [shown.join('\n')]), trailers].join('\n\n')}\n`;
}

/** The subjects of a branch's commits, oldest first, without merges. */
export async function listSubjects(folder: string, from: string, to: string): Promise<string[]> {
  const words = ['log', '--no-merges', '--reverse', '--format=%s', '-z', `${from}..${to}`];
  return (await git(folder, words)).split('\0').filter((subject) => subject !== '');
}
