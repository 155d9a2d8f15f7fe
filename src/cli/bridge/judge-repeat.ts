import { READING_TOOLS } from '#contract/tool-names.ts';
import { type RpcMessage, fieldsOf } from './rpc-message.ts';

/**
 * Whether a request may be retried after a broken connection:
 * - `always`: a read, which is idempotent.
 * - `fenced`: a write that the server refuses the second time, because the first has used up what it names: a baton
 *   token, a free baton, a revision of the plan. It is never executed twice, but its refusal may mean success.
 * - `never`: a write that would be executed twice.
 */
export type Repeat = 'always' | 'fenced' | 'never';

/** Reading tools under their older names. */
const OLDER_READING = new Set(['get_task', 'get_task_hierarchy', 'list_notes', 'search_notes']);

/** Whether a message may be sent again when its connection broke before the answer. */
export function judgeRepeat({ method, params }: RpcMessage): Repeat {
  if (method !== 'tools/call') return 'always';
  const tool = params?.['name'];
  const args = fieldsOf(params?.['arguments']);
  if (typeof tool !== 'string') return 'never';
  if (READING_TOOLS.has(tool) || OLDER_READING.has(tool)) return 'always';
  switch (tool) {
    case 'checkpoint':
      return args['action'] === 'list' || args['action'] === 'diff' ? 'always' : 'never';
    case 'plan_edit':
      if (args['dry_run'] === true) return 'always';
      return typeof args['base_seq'] === 'number' ? 'fenced' : 'never';
    case 'task_finish':
      return 'fenced';
    case 'task_claim':
      // Repeated, a takeover would take the baton from whoever claimed it in between.
      return args['takeover'] === true ? 'never' : 'fenced';
    default:
      return 'never';
  }
}
