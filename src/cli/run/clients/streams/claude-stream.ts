import { readLimit } from '../read-limit.ts';
import type { ClientEvent, StreamReader, Unknown } from '../run-client.ts';
import { describeTool } from './describe-tool.ts';
import { type Fields, countOf, failed, fieldsOf, listOf, openJsonReader, said, textOf } from './read-json.ts';

const SECOND_MS = 1_000;

/** `--output-format stream-json` of Claude Code, and of Qwen Code, which prints the same. */
export function openClaudeReader(now: () => Date, unknown?: Unknown): StreamReader {
  /** One answer of the model comes in several lines, each with the same usage. */
  const used = new Map<string, number>();

  function readAssistant(message: Fields): ClientEvent[] {
    const events = listOf(message['content']).flatMap((part) => {
      if (part['type'] === 'text') return said(textOf(part['text']));
      return part['type'] === 'tool_use' ? describeTool(textOf(part['name']), fieldsOf(part['input'])) : [];
    });
    const tokens = tokensIn(fieldsOf(message['usage']));
    if (tokens === 0) return events;
    used.set(textOf(message['id']), tokens);
    return [...events, { kind: 'spent', tokens: total(used), costUsd: null }];
  }

  return openJsonReader(
    now,
    (object, at) => {
      switch (object['type']) {
        case 'assistant': {
          const events = readAssistant(fieldsOf(object['message']));
          const isRefused = object['error'] !== undefined || object['isApiErrorMessage'] === true;
          return events.flatMap((event) => (event.kind === 'said' ? readSaid(event.text, at, isRefused) : [event]));
        }
        case 'rate_limit_event':
          return readRateLimit(fieldsOf(object['rate_limit_info']));
        case 'result':
          return readResult(object, total(used), at);
        case 'system':
        case 'user':
        case 'stream_event':
          return [];
        default:
          return undefined;
      }
    },
    unknown,
  );
}

/** A limit is told in the words of the assistant. */
function readSaid(text: string, at: Date, isRefused: boolean): ClientEvent[] {
  const limit = readLimit(text, at, { isFailure: isRefused });
  return limit === undefined ? [{ kind: 'said', text }] : [{ kind: 'limit', text, until: limit.until }];
}

function readRateLimit(info: Fields): ClientEvent[] {
  if (info['status'] !== 'rejected') return [];
  const resets = countOf(info['resetsAt']);
  const until = resets === 0 ? null : new Date(resets * SECOND_MS);
  const text = `The limit (${textOf(info['rateLimitType']) || 'of the account'}) is reached.`;
  return [{ kind: 'limit', text, until: until === null || Number.isNaN(until.getTime()) ? null : until }];
}

function readResult(object: Fields, sofar: number, at: Date): ClientEvent[] {
  const cost = object['total_cost_usd'];
  const tokens = tokensIn(fieldsOf(object['usage'])) || sofar;
  const spent: ClientEvent[] =
    tokens === 0 && typeof cost !== 'number'
      ? []
      : [
          {
            kind: 'spent',
            tokens: tokens === 0 ? null : tokens,
            costUsd: typeof cost === 'number' ? countOf(cost) : null,
          },
        ];
  if (object['is_error'] !== true) return spent;
  const words = textOf(object['result']) || textOf(fieldsOf(object['error'])['message']) || textOf(object['subtype']);
  return [...spent, ...failed(words, at)];
}

/** With what was read from a cache, as the client counts it. */
const tokensIn = (usage: Fields): number =>
  ['input_tokens', 'output_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].reduce(
    (sum, name) => sum + countOf(usage[name]),
    0,
  );

const total = (used: Map<string, number>): number => [...used.values()].reduce((sum, each) => sum + each, 0);
