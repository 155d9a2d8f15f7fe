import type { Screen } from './screen.ts';

/** One JSON object per line, for machines. */
export function openJsonScreen(write: (line: string) => void, now: () => Date): Screen {
  const tell = (type: string, data: object) => write(JSON.stringify({ type, at: now().toISOString(), ...data }));
  return {
    head: (_lines, data) => tell('run', data),
    say: (text) => tell('message', { text }),
    moved: ({ name, state, note, task, try: number, tries, branch, worktree }) =>
      tell('agent', {
        agent: name,
        state,
        note,
        task: task === undefined ? null : `T${task.number}`,
        title: task?.title ?? null,
        try: number,
        tries,
        branch: branch ?? null,
        worktree: worktree ?? null,
      }),
    line: ({ name, task }, text) =>
      tell('output', { agent: name, task: task === undefined ? null : `T${task.number}`, text }),
    result: ({ number, at: _at, ...result }) => tell('result', { task: `T${number}`, ...result }),
    end: (summary) => tell('end', summary),
    close: () => undefined,
  };
}
