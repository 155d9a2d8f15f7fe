import type { ClientEvent, StreamReader, Unknown } from '../run-client.ts';
import { describeTool } from './describe-tool.ts';
import { type Fields, countOf, cut, failed, fieldsOf, openJsonReader, said, textOf } from './read-json.ts';

/** `opencode run --format json`: parts of messages as they are complete. */
export function openOpencodeReader(now: () => Date, unknown?: Unknown): StreamReader {
  let tokens = 0;
  let costUsd = 0;
  return openJsonReader(
    now,
    (object, at) => {
      const part = fieldsOf(object['part']);
      switch (object['type']) {
        case 'text':
          return said(textOf(part['text']));
        case 'tool_use':
          return readTool(textOf(part['tool']), fieldsOf(part['state']));
        case 'step_finish': {
          tokens += tokensIn(fieldsOf(part['tokens']));
          costUsd += countOf(part['cost']);
          return tokens === 0 ? [] : [{ kind: 'spent', tokens, costUsd }];
        }
        case 'error': {
          const error = fieldsOf(object['error']);
          const words = textOf(fieldsOf(error['data'])['message']) || textOf(error['message']) || textOf(error['name']);
          return failed(words || textOf(object['error']) || textOf(object['message']), at);
        }
        case 'step_start':
        case 'reasoning':
          return [];
        default:
          return undefined;
      }
    },
    unknown,
  );
}

function readTool(tool: string, state: Fields): ClientEvent[] {
  const events = describeTool(tool, fieldsOf(state['input']));
  const words = textOf(state['error']);
  return state['status'] === 'error' && words !== '' ? [...events, { kind: 'line', text: cut(words) }] : events;
}

function tokensIn(tokens: Fields): number {
  const cache = fieldsOf(tokens['cache']);
  return [tokens['input'], tokens['output'], tokens['reasoning'], cache['read'], cache['write']].reduce(
    (sum: number, each) => sum + countOf(each),
    0,
  );
}
