import { parentPort } from 'node:worker_threads';
import { ANSWERS, type AnswerName } from './answers.ts';
import { dropUnstorable } from './clean-text.ts';

export interface AnswerJob {
  name: AnswerName;
  text: string;
}

/** The answer is cached in the database, so its texts must be storable. */
function readObject({ name, text }: AnswerJob): unknown {
  try {
    const dropFromTexts = (_key: string, value: unknown) => (typeof value === 'string' ? dropUnstorable(value) : value);
    return ANSWERS[name].safeParse(JSON.parse(withoutFence(text.trim()), dropFromTexts)).data;
  } catch {
    return undefined;
  }
}

/** Smaller models wrap the object in a code fence. */
const withoutFence = (text: string): string =>
  text.startsWith('```') && text.endsWith('```') ? text.slice(text.indexOf('\n'), -3) : text;

parentPort?.on('message', (job: AnswerJob) => parentPort?.postMessage(readObject(job), []));
