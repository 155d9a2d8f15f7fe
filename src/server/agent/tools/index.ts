import type { z } from 'zod';
import type { ToolName } from '#contract/tool-names.ts';
import { checkpointTool } from './checkpoint.ts';
import { noteTool } from './note.ts';
import { orientTool } from './orient.ts';
import { planEditTool } from './plan-edit.ts';
import { planReadTool } from './plan-read.ts';
import { taskClaimTool } from './task-claim.ts';
import { taskFinishTool } from './task-finish.ts';
import { taskGetTool } from './task-get.ts';

/** In the order in which they are listed. */
export const TOOLS = {
  orient: orientTool,
  plan_read: planReadTool,
  task_get: taskGetTool,
  task_claim: taskClaimTool,
  task_finish: taskFinishTool,
  note: noteTool,
  plan_edit: planEditTool,
  checkpoint: checkpointTool,
} as const satisfies { [T in ToolName]: unknown };

export type ToolInput<T extends ToolName> = z.infer<(typeof TOOLS)[T]['input']>;
