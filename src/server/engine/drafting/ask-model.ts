import { z } from 'zod';
import { ModelFailure } from './explain-failure.ts';
import type { Provider } from './provider.ts';
import type { AnswerName } from './answers.ts';
import { readAnswer } from './read-answer.ts';
import type { Meter } from './sum-usage.ts';
import type { Watch } from './watch-time.ts';

export interface Question<T> {
  instructions: string;
  prompt: string;
  schema: z.ZodType<T>;
  name: AnswerName;
  /** Maximum size of an answer. */
  maxBytes: number;
}

export interface Asking {
  signal: AbortSignal;
  startWatch: () => Watch;
  meter: Meter;
  now: () => Date;
  /** Called with the number of tasks named so far. */
  listen(tasks: number): void;
}

/** Far beyond the longest answer of any provider. */
const TASKS_MAX = 1_000;
const TITLE = '"title"';
/** Estimate for an answer that broke off before the provider reported its usage. */
const CHARACTERS_PER_TOKEN = 4;

const MessageStart = z.object({
  type: z.literal('message_start'),
  message: z.object({ usage: z.object({ input_tokens: z.int().min(0) }) }),
});

/** Sends one request and streams the answer. Everything received is accounted for, usable or not. */
export async function askModel<T>(provider: Provider, question: Question<T>, asking: Asking): Promise<T> {
  const [{ Output, streamText }, { judgeError }, model] = await Promise.all([
    import('ai'),
    import('./judge-error.ts'),
    provider.open(),
  ]);
  // The SDK would print warnings between our log lines.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const watch = asking.startWatch();
  const heard: Heard = {
    text: '',
    tail: '',
    bytes: 0,
    titles: 0,
    tokens: undefined,
    inputTokens: undefined,
    finish: undefined,
  };
  const judge = (error: unknown) => judgeError(error, { now: asking.now(), isMidAnswer: heard.text !== '' });
  try {
    const { stream } = streamText({
      model,
      instructions: provider.tellsShape ? tellShape(question) : question.instructions,
      prompt: question.prompt,
      // The schema is requested as for an object; the text is parsed by us, once, when it is complete.
      output: {
        ...Output.text(),
        responseFormat: Output.object({ schema: question.schema, name: question.name }).responseFormat,
      },
      maxOutputTokens: provider.maxOutputTokens,
      providerOptions: provider.options,
      maxRetries: 0,
      abortSignal: AbortSignal.any([asking.signal, watch.signal]),
      include: { rawChunks: true },
      onError: () => {},
    });
    for await (const part of stream) {
      watch.touch();
      if (part.type === 'error') throw judge(part.error);
      if (part.type === 'raw')
        heard.inputTokens ??= MessageStart.safeParse(part.rawValue).data?.message.usage.input_tokens;
      if (part.type === 'text-delta') {
        const titles = heard.titles;
        hear(heard, part.text, question.maxBytes);
        if (heard.titles > titles) asking.listen(heard.titles);
      }
      if (part.type === 'finish-step') {
        heard.finish = part.finishReason;
        heard.tokens = readTokens(part.usage);
      }
    }
    return await judgeEnd(heard, question);
  } catch (error) {
    asking.signal.throwIfAborted();
    throw watch.hasExpired() ? new ModelFailure('timeout') : judge(error);
  } finally {
    watch.stop();
    asking.meter.add(heard.tokens ?? estimate(heard, question));
  }
}

const tellShape = ({ instructions, schema }: Question<unknown>): string =>
  `${instructions}\n\nAnswer with one JSON object and nothing else. Its JSON schema is:\n${JSON.stringify(z.toJSONSchema(schema))}`;

interface Heard {
  text: string;
  /** The last few characters, kept separately: slicing the whole text would copy it each time. */
  tail: string;
  bytes: number;
  titles: number;
  tokens: ReturnType<typeof readTokens>;
  inputTokens: number | undefined;
  finish: string | undefined;
}

/** Scans only new text: scanning all of it for every chunk would be quadratic. */
function hear(heard: Heard, text: string, maxBytes: number): void {
  const fresh = heard.tail + text;
  for (let at = fresh.indexOf(TITLE); at !== -1; at = fresh.indexOf(TITLE, at + TITLE.length)) heard.titles += 1;
  heard.tail = fresh.slice(1 - TITLE.length);
  heard.text += text;
  heard.bytes += Buffer.byteLength(text);
  if (heard.bytes > maxBytes) throw new ModelFailure('long-answer', { limit: `${maxBytes / 1024 ** 2} MiB` });
  if (heard.titles > TASKS_MAX)
    throw new ModelFailure('long-answer', { limit: `${TASKS_MAX.toLocaleString('en')} tasks` });
}

async function judgeEnd<T>({ finish, text }: Heard, question: Question<T>): Promise<T> {
  if (finish === 'content-filter') throw new ModelFailure('declined');
  if (finish === 'length') throw new ModelFailure('cut-answer');
  if (finish !== 'stop' && finish !== 'tool-calls') throw new ModelFailure('unavailable');
  const answer = await readAnswer(question, text);
  if (answer === undefined) throw new ModelFailure('bad-answer');
  return answer;
}

function readTokens(usage: { inputTokens: number | undefined; outputTokens: number | undefined }) {
  if (usage.inputTokens === undefined || usage.outputTokens === undefined) return undefined;
  return { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens };
}

function estimate(heard: Heard, { instructions, prompt }: { instructions: string; prompt: string }) {
  const isHeard = heard.inputTokens !== undefined || heard.text !== '';
  const asked = Math.ceil((instructions.length + prompt.length) / CHARACTERS_PER_TOKEN);
  return {
    inputTokens: isHeard ? (heard.inputTokens ?? asked) : 0,
    outputTokens: Math.ceil(heard.text.length / CHARACTERS_PER_TOKEN),
  };
}
