/** The eight tools in the order listed. */
export const TOOL_NAMES = [
  'orient',
  'plan_read',
  'task_get',
  'task_claim',
  'task_finish',
  'note',
  'plan_edit',
  'checkpoint',
] as const;

export type ToolName = (typeof TOOL_NAMES)[number];

/** Tools that only read: open to apps without the write scope, and repeated after a broken connection. */
export const READING_TOOLS: ReadonlySet<string> = new Set<ToolName>(['orient', 'plan_read', 'task_get']);
