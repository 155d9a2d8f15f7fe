import { type IncomingMessage, get } from 'node:http';
import { text } from 'node:stream/consumers';

/** What the tests of a run share: made once, when first asked for. */
export async function askRun<T>(what: 'postgres' | 'server' | 'cli' | `bundle/${string}`): Promise<T> {
  // Imported when asked for: vitest refuses to be loaded by anything but itself.
  const { inject } = await import('vitest');
  // Not by `fetch`, which a test may have replaced when it loads the module that asks.
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${inject('sharedByRun')}/${what}`, resolve).on('error', reject);
  });
  const said = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`${what} could not be made: ${said}`);
  return JSON.parse(said) as T;
}
