import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Enough for what was said since the last note; a day's transcript may be a hundred times as long. */
const TAIL_BYTES = 2_000_000;
const SAID_MAX = 1500;

/** The text of a claim's answer with its token. */
const TOKEN = /Yours: T\d+, baton (\d{1,15}\.[\da-z]{8,32})/g;

export interface Transcript {
  /** Of the last claim in the transcript. */
  token: string | undefined;
  /** What the agent said since its last claim or note; empty when that was last. */
  unsaid: string;
}

/** The end of a client's transcript: JSON Lines, or one document. */
export function readTranscript(file: string | undefined): Transcript {
  const text = file === undefined ? '' : readTail(file);
  const token = [...text.matchAll(TOKEN)].at(-1)?.[1];
  let said: string[] = [];
  for (const entry of entriesOf(text))
    for (const event of eventsOf(entry)) {
      if (event.kind === 'saved') said = [];
      else said.push(event.text);
    }
  return { token, unsaid: said.join('\n\n').trim().slice(-SAID_MAX) };
}

function readTail(file: string): string {
  try {
    const handle = openSync(file, 'r');
    try {
      const { size } = fstatSync(handle);
      const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
      readSync(handle, buffer, 0, buffer.length, size - buffer.length);
      return buffer.toString('utf8');
    } finally {
      closeSync(handle);
    }
  } catch {
    return '';
  }
}

function entriesOf(text: string): unknown[] {
  const whole = parse(text);
  if (isRecord(whole)) return Array.isArray(whole['messages']) ? whole['messages'] : [whole];
  return text.split('\n').flatMap((line) => parse(line) ?? []);
}

type Event = { kind: 'said'; text: string } | { kind: 'saved' };

/** One entry in any client's format: a message with texts and calls, or one call. */
function eventsOf(entry: unknown): Event[] {
  if (!isRecord(entry)) return [];
  const inner = [entry['message'], entry['payload']].find(isRecord) ?? entry;
  const speaker = inner['role'] ?? entry['type'] ?? inner['type'];
  const calls = Array.isArray(inner['toolCalls']) ? inner['toolCalls'].flatMap(callEvents) : [];
  if (speaker !== 'assistant' && speaker !== 'gemini' && speaker !== 'model') return [...callEvents(inner), ...calls];
  const content = inner['content'];
  const parts = Array.isArray(content) ? content : [{ type: 'text', text: content }];
  return [...parts.flatMap(partEvents), ...calls];
}

function partEvents(part: unknown): Event[] {
  if (!isRecord(part)) return [];
  const { text } = part;
  const isText = part['type'] === 'text' || part['type'] === 'output_text';
  if (isText && typeof text === 'string' && text.trim() !== '') return [{ kind: 'said', text: text.trim() }];
  return callEvents(part);
}

/** A note, a claim and a finish all record what the next agent needs. */
const callEvents = (call: unknown): Event[] =>
  isRecord(call) && typeof call['name'] === 'string' && SAVES.test(call['name']) ? [{ kind: 'saved' }] : [];
const SAVES = /baton.*(?:note|task_claim|task_finish)$|^(?:note|task_claim|task_finish)$/;

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
