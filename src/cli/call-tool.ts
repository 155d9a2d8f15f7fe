import type { ToolName } from '#contract/tool-names.ts';
import type { ToolInput } from '#server/agent/tools/index.ts';
import { askServer } from './ask-server.ts';
import { judgeRepeat } from './bridge/judge-repeat.ts';
import { sayInCommands } from './say-in-commands.ts';
import { sayLocalTimes } from './say-local-times.ts';
import type { SignedIn } from './settings.ts';

export interface ToolAnswer<T> {
  text: string;
  data: T;
}

/** Calls a tool over REST: its text, and the data it was made from. */
export async function callTool<Data, Tool extends ToolName = ToolName>(
  to: SignedIn,
  projectId: string,
  tool: Tool,
  input: ToolInput<Tool>,
): Promise<ToolAnswer<Data>> {
  const repeat = judgeRepeat({ method: 'tools/call', params: { name: tool, arguments: input } });
  const { text, data } = await askServer<ToolAnswer<Data>>(to, {
    method: 'POST',
    path: `/api/projects/${projectId}/tools/${tool}`,
    body: input,
    isRead: repeat === 'always',
    isFenced: repeat === 'fenced',
  });
  return { text: sayLocalTimes(sayInCommands(text), data), data };
}
