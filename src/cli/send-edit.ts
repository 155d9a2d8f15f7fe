import type { PlanOp } from '#contract/tools.ts';
import { Refusal } from './ask-server.ts';
import { callTool } from './call-tool.ts';
import { type Call, print, requirePlace } from './command.ts';
import { Failure } from './failure.ts';

/** The part of an edit's answer used here. */
export interface Edited {
  lines: string[];
  checkpoint: string | null;
  refs: Record<string, number>;
}

/** Applies all ops or none; with `isTrial` as a dry run. */
export async function sendEdit(call: Call, ops: PlanOp[], isTrial = false): Promise<Edited> {
  const { to, project } = requirePlace(call);
  try {
    const { data } = await callTool<Edited>(to, project, 'plan_edit', { ops, ...(isTrial ? { dry_run: true } : {}) });
    return data;
  } catch (error) {
    // The index of the op means nothing to somebody who typed one command.
    if (error instanceof Refusal)
      throw new Failure(error.message.replaceAll(/\bops\[\d+\] \(\w+\): /g, ''), error.exitCode);
    throw error;
  }
}

export function printEdit(call: Call, edited: Edited): void {
  print(call, edited.lines.join('\n'), edited);
}
