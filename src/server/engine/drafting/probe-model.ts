import type { Config } from '#server/platform/config.ts';
import type { Provider } from './provider.ts';

/** The outcome of listing the provider's models: the one call that verifies key and URL without cost. */
export type ModelState =
  | { state: 'answers'; ms: number; isKeyProven: boolean }
  | { state: 'refused-key' }
  | { state: 'not-reached'; reason: string };

interface Surroundings {
  fetch: typeof fetch;
  timeoutMs: number;
}

const surroundings: Surroundings = { fetch: (input, init) => fetch(input, init), timeoutMs: 3_000 };
const ANTHROPIC_VERSION = '2023-06-01';

export async function probeModel(
  config: Pick<Config, 'anthropic' | 'openAiCompatible'>,
  name: Provider['name'],
  around: Surroundings = surroundings,
): Promise<ModelState> {
  const asked = requestFor(config, name);
  if (asked === undefined) return { state: 'not-reached', reason: 'it is not configured' };
  const began = performance.now();
  try {
    const signal = AbortSignal.timeout(around.timeoutMs);
    const response = await around.fetch(asked.url, { headers: asked.headers, redirect: 'manual', signal });
    await response.body?.cancel();
    return judge(response.status, Math.round(performance.now() - began));
  } catch (error) {
    return { state: 'not-reached', reason: nameOf(error, around.timeoutMs) };
  }
}

function requestFor(
  { anthropic, openAiCompatible }: Pick<Config, 'anthropic' | 'openAiCompatible'>,
  name: Provider['name'],
): { url: string; headers: Record<string, string> } | undefined {
  if (name === 'anthropic')
    return (
      anthropic && {
        url: `${withVersion(anthropic.url)}/models?limit=1`,
        headers: { 'x-api-key': anthropic.apiKey, 'anthropic-version': ANTHROPIC_VERSION },
      }
    );
  if (openAiCompatible === undefined) return undefined;
  const { url, apiKey } = openAiCompatible;
  return { url: `${url}/models`, headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` } };
}

/** The provider's own tools take the URL without the version, its proxies often with it. */
export const withVersion = (url: string): string => (/\/v\d+$/.test(url) ? url : `${url}/v1`);

function judge(status: number, ms: number): ModelState {
  if (status === 401 || status === 403) return { state: 'refused-key' };
  // Some compatible servers and proxies do not implement the list: reachable, key unverified.
  if (status === 404 || status === 405) return { state: 'answers', ms, isKeyProven: false };
  if (status >= 200 && status < 300) return { state: 'answers', ms, isKeyProven: true };
  return { state: 'not-reached', reason: `it answers with HTTP ${status}` };
}

/** Only the name: a network error's message can contain the URL with credentials. */
function nameOf(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} seconds`;
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return root instanceof Error && 'code' in root && typeof root.code === 'string' ? root.code : 'no connection';
}
