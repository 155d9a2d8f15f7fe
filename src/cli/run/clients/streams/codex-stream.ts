import type { ClientEvent, StreamReader, Unknown } from '../run-client.ts';
import { describeTool } from './describe-tool.ts';
import { type Fields, countOf, cut, failed, fieldsOf, listOf, openJsonReader, said, textOf } from './read-json.ts';

/** `codex exec --json`: items of a thread, and before version 0.44 the messages of the program itself. */
export function openCodexReader(now: () => Date, unknown?: Unknown): StreamReader {
  let before = 0;
  return openJsonReader(
    now,
    (object, at) => {
      const type = textOf(object['type']);
      if (object['msg'] !== undefined) return readMessage(fieldsOf(object['msg']), at);
      switch (type) {
        case 'item.started':
          return readItem(fieldsOf(object['item']), true, at);
        case 'item.completed':
          return readItem(fieldsOf(object['item']), false, at);
        case 'turn.completed': {
          before += tokensIn(fieldsOf(object['usage']));
          return before === 0 ? [] : [{ kind: 'spent', tokens: before, costUsd: null }];
        }
        case 'turn.failed':
          return failed(textOf(fieldsOf(object['error'])['message']), at);
        case 'error':
          return failed(textOf(object['message']), at);
        case 'thread.started':
        case 'turn.started':
        case 'item.updated':
          return [];
        default:
          return undefined;
      }
    },
    unknown,
  );
}

/** What takes time is told when it begins, the rest when it is complete. */
function readItem(item: Fields, isStart: boolean, at: Date): ClientEvent[] | undefined {
  switch (item['type'] ?? item['item_type']) {
    case 'command_execution':
      return isStart ? [run(textOf(item['command']))] : [];
    case 'mcp_tool_call':
      return isStart
        ? describeTool(`${textOf(item['server'])}__${textOf(item['tool'])}`, fieldsOf(item['arguments']))
        : readCallError(item);
    case 'file_change':
      return isStart
        ? []
        : listOf(item['changes']).map((change) => ({ kind: 'edit', file: cut(textOf(change['path'])) }));
    case 'web_search':
      return isStart ? [{ kind: 'tool', tool: 'Find', text: cut(textOf(item['query'])) }] : [];
    case 'agent_message':
    case 'assistant_message':
      return isStart ? [] : said(textOf(item['text']));
    case 'error':
      return isStart ? [] : warn(textOf(item['message']), at);
    case 'reasoning':
    case 'todo_list':
      return [];
    default:
      return undefined;
  }
}

/** An error item does not end the turn: a warning, unless it is a limit. */
function warn(words: string, at: Date): ClientEvent[] {
  return failed(words, at).map((event) => (event.kind === 'failed' ? { kind: 'line', text: event.text } : event));
}

function readCallError(item: Fields): ClientEvent[] {
  const words = textOf(fieldsOf(item['error'])['message']);
  return words === '' ? [] : [{ kind: 'line', text: cut(`${textOf(item['tool'])}: ${words}`) }];
}

/** The shell that a command is wrapped in says nothing. */
const run = (command: string): ClientEvent => ({
  kind: 'tool',
  tool: 'Run',
  text: cut(command.replace(/^(?:\/\S*\/)?(?:bash|sh|zsh) -l?c (['"]?)(.*)\1$/s, '$2')),
});

const tokensIn = (usage: Fields): number => countOf(usage['input_tokens']) + countOf(usage['output_tokens']);

function readMessage(message: Fields, at: Date): ClientEvent[] | undefined {
  switch (message['type']) {
    case 'agent_message':
      return said(textOf(message['message']));
    case 'exec_command_begin': {
      const { command } = message;
      const words = Array.isArray(command) ? command.filter((word) => typeof word === 'string') : [textOf(command)];
      return [run(words.join(' '))];
    }
    case 'patch_apply_begin':
      return Object.keys(fieldsOf(message['changes'])).map((file) => ({ kind: 'edit', file: cut(file) }));
    case 'mcp_tool_call_begin': {
      const call = fieldsOf(message['invocation']);
      return describeTool(`${textOf(call['server'])}__${textOf(call['tool'])}`, fieldsOf(call['arguments']));
    }
    case 'token_count': {
      const usage = fieldsOf(fieldsOf(message['info'])['total_token_usage'] ?? message);
      const tokens = countOf(usage['total_tokens']) || tokensIn(usage);
      return tokens === 0 ? [] : [{ kind: 'spent', tokens, costUsd: null }];
    }
    case 'error':
    case 'stream_error':
      return failed(textOf(message['message']), at);
    default:
      return [];
  }
}
