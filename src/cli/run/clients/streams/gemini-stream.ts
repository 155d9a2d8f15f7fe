import type { ClientEvent, StreamReader, Unknown } from '../run-client.ts';
import { describeTool } from './describe-tool.ts';
import { type Fields, countOf, cut, failed, fieldsOf, openJsonReader, said, textOf } from './read-json.ts';

/** What is said between two calls is kept up to this. */
const SAID_MAX = 2_000;

/** `--output-format stream-json` of Gemini CLI; earlier versions print text, whose lines are shown as they are. */
export function openGeminiReader(now: () => Date, unknown?: Unknown): StreamReader {
  /** A message comes in pieces. */
  let pieces = '';
  const flush = (): ClientEvent[] => {
    const events = said(pieces);
    pieces = '';
    return events;
  };
  const reader = openJsonReader(
    now,
    (object, at) => {
      switch (object['type']) {
        case 'message': {
          if (object['role'] !== 'assistant') return [];
          const text = textOf(object['content']);
          if (object['delta'] !== true) return [...flush(), ...said(text)];
          pieces = (pieces + text).slice(0, SAID_MAX);
          return [];
        }
        case 'tool_use':
          return [...flush(), ...describeTool(textOf(object['tool_name']), fieldsOf(object['parameters']))];
        case 'tool_result':
          return [...flush(), ...readToolResult(object)];
        case 'error':
          return [...flush(), ...readError(object, at)];
        case 'result':
          return [...flush(), ...readResult(object, at)];
        case 'init':
          return [];
        default:
          return undefined;
      }
    },
    unknown,
  );
  return { read: (chunk) => reader.read(chunk), end: () => [...reader.end(), ...flush()] };
}

function readToolResult(object: Fields): ClientEvent[] {
  const words = textOf(fieldsOf(object['error'])['message']);
  return object['status'] === 'error' && words !== '' ? [{ kind: 'line', text: cut(words) }] : [];
}

/** A warning does not end it. */
function readError(object: Fields, at: Date): ClientEvent[] {
  const events = failed(textOf(object['message']), at);
  if (object['severity'] !== 'warning') return events;
  return events.map((event) => (event.kind === 'failed' ? { kind: 'line', text: event.text } : event));
}

function readResult(object: Fields, at: Date): ClientEvent[] {
  const stats = fieldsOf(object['stats']);
  const tokens = countOf(stats['total_tokens']) || countOf(stats['input_tokens']) + countOf(stats['output_tokens']);
  const spent: ClientEvent[] = tokens === 0 ? [] : [{ kind: 'spent', tokens, costUsd: null }];
  return object['status'] === 'error' ? [...spent, ...failed(textOf(fieldsOf(object['error'])['message']), at)] : spent;
}
