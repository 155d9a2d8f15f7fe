import type { Conversation, Fields, Reply, ToolCall } from '../model/conversation.ts';
import { callStep } from '../model/play-script.ts';

export const FILE = 'harbour-map.txt';
export const CONTENT = 'The harbour has two piers.\n';
export const RELAY_NOTE = 'The stand-in model drew the map in a run.';

/** The work of one start: a file is written, then a note, then the task is finished under the token it was given. */
export interface RelayWork {
  folder: string;
  task: string;
  token: string;
}

/** Both leave a file behind: with `edit` the first may run without asking, the second may not. */
export const VERIFY = 'sh verify.sh';
export const OTHER = 'sh other.sh';

/** The next call: a file, the command that verifies, another one, and Baton's tools. */
export function playRelay(work: RelayWork, conversation: Conversation, mentioned: readonly string[]): Reply {
  const calls = [
    (): ToolCall | undefined => editCall(work, conversation),
    (): ToolCall | undefined => runCall('call_verify', VERIFY, conversation),
    (): ToolCall | undefined => runCall('call_other', OTHER, conversation),
    (): ToolCall | undefined =>
      callStep('note', { type: 'finding', body: RELAY_NOTE, task: work.task }, conversation, mentioned),
    (): ToolCall | undefined =>
      callStep(
        'task_finish',
        { id: work.task, baton: work.token, outcome: 'done', summary: 'Drew the map of the harbour.' },
        conversation,
        mentioned,
      ),
  ];
  for (const [index, make] of calls.entries()) {
    const call = make();
    if (call === undefined) return { text: `There is no tool for step ${index + 1} here.` };
    // A tool that was looked up is called under the same name later.
    if (!conversation.results.some(({ of }) => of.includes(call.id))) return { call };
  }
  return { text: 'The map is drawn.' };
}

/** Each client has tools of its own. */
function editCall({ folder }: RelayWork, conversation: Conversation): ToolCall | undefined {
  const file = `${folder}/${FILE}`;
  const patch = `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ${FILE}\n+${CONTENT.trimEnd()}\n*** End Patch\nEOF`;
  return firstOf('call_edit', conversation, {
    Write: { file_path: file, content: CONTENT },
    write_file: { file_path: file, content: CONTENT },
    write: { filePath: file, content: CONTENT },
    exec_command: { cmd: patch },
    shell_command: { command: patch },
  });
}

const runCall = (id: string, command: string, conversation: Conversation): ToolCall | undefined =>
  firstOf(id, conversation, {
    Bash: { command, description: 'Run a script' },
    run_shell_command: { command, description: 'Run a script', is_background: false },
    bash: { command, description: 'Run a script' },
    exec_command: { cmd: command },
    shell_command: { command },
  });

function firstOf(id: string, { tools }: Conversation, inputs: Record<string, Fields>): ToolCall | undefined {
  const tool = Object.keys(inputs)
    .map((name) => tools.find((each) => each.name === name))
    .find((each) => each !== undefined);
  return tool === undefined ? undefined : { id, tool, input: inputs[tool.name] ?? {} };
}
