import type { PlanOp } from '#contract/tools.ts';
import { Refusal } from './ask-server.ts';
import { callTool } from './call-tool.ts';
import { type Call, print, requirePlace } from './command.ts';
import { Failure } from './failure.ts';

/** What an edit answers, as far as it is told. */
export interface Edited {
  lines: string[];
  checkpoint: string | null;
  refs: Record<string, number>;
}

/** Edits the plan, all of the ops or none; with `isTrial` only says what would come of it. */
export async function sendEdit(call: Call, ops: PlanOp[], isTrial = false): Promise<Edited> {
  const { to, project } = requirePlace(call);
  try {
    const { data } = await callTool<Edited>(to, project, 'plan_edit', { ops, ...(isTrial ? { dry_run: true } : {}) });
    return data;
  } catch (error) {
    // Which op it was says nothing to somebody who has typed one command.
    if (error instanceof Refusal)
      throw new Failure(error.message.replaceAll(/\bops\[\d+\] \(\w+\): /g, ''), error.exitCode);
    throw error;
  }
}

export function printEdit(call: Call, edited: Edited): void {
  print(call, edited.lines.join('\n'), edited);
}
