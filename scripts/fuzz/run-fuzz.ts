import { createRandom } from '#test/choose-operation.ts';
import { CALLERS, type CallerName, type FuzzWorld } from './fuzz-world.ts';
import { ACCEPT, readMcpOperations } from './mcp-operations.ts';
import { type Operation, readOperations } from './operations.ts';
import { type Random, pick, sampleValue } from './sample-value.ts';
import { type RawAnswer, sendRaw } from './send-raw.ts';
import { fileSpoilings } from './spoil-file.ts';
import { type Draft, type RawRequest, SPOILINGS, type Spoiling } from './spoil-request.ts';
import { changedTables, openTableWatch } from './watch-tables.ts';

export interface FuzzOptions {
  seed: number;
  count: number;
  /** Sends only the request of this number. */
  only?: number;
  /** Timeout after which a request counts as hung. */
  limitMs: number;
}

export interface FuzzResult {
  sent: number;
  routes: number;
  refused: number;
  errors: string[];
  hangs: string[];
  wrote: string[];
}

const NEW_THINGS_EVERY = 150;
/** A body this large is refused while it is still being sent; some clients then see the connection reset first. */
const LARGE_BYTES = 500_000;
const TRIES = 3;
/** Only a key is accepted by MCP. */
const MCP_CALLERS: readonly CallerName[] = ['key', 'key', 'key', 'anonymous', 'user'];

/** Requests that would change the run itself if accepted: settings, keys, sessions, accounts. */
const isDangerous = ({ method, path }: Operation, caller: CallerName): boolean =>
  method !== 'GET' &&
  ((caller === 'admin' && path.startsWith('/api/admin')) ||
    (caller !== 'anonymous' && /^\/api\/(auth|account|me|api-key|sessions|oauth|subscription|payment)/.test(path)));

/** Every route in turn, each time with another fault. */
export async function runFuzz(world: FuzzWorld, options: FuzzOptions): Promise<FuzzResult> {
  const { operations: documented, find } = await readOperations(world.server.url);
  const operations = [...documented, ...(await readMcpOperations(world.server.url, await world.headersOf('key')))];
  const spoilings = { rest: SPOILINGS, mcp: SPOILINGS, file: fileSpoilings(await world.exportProject()) };
  const watch = await openTableWatch(world.pool);
  const result: FuzzResult = { sent: 0, routes: operations.length, refused: 0, errors: [], hangs: [], wrote: [] };

  const draft = (operation: Operation, headers: Draft['headers'], random: Random): Draft => {
    const known = (name: string) => (random() < 0.9 ? world.idFor(name, operation.path, random) : undefined);
    const sampling = { random, find, known };
    const query: [string, string][] = [];
    let { path } = operation;
    const sent: Draft['headers'] = { ...headers, ...(operation.door === 'mcp' ? ACCEPT : {}) };
    for (const { name, in: place, required, schema } of operation.parameters) {
      const value = String(sampleValue(schema, sampling, name));
      if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
      else if (place === 'query' && (required || random() < 0.5)) query.push([name, value]);
      else if (place === 'header' && (required || random() < 0.5)) sent[name] = value;
    }
    const body = operation.body === undefined ? undefined : sampleValue(operation.body, sampling);
    return { method: operation.method, path, query, headers: sent, body };
  };

  /**
   * Tables changed by a refused write; it is sent again, because background work of an earlier request may end
   * meanwhile.
   */
  const findChanges = async (request: RawRequest): Promise<string[]> => {
    let changed: string[] = [];
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const before = await watch();
      const answer = await sendRaw(world.server.url, request, options.limitMs);
      if (!isRefusal(answer)) return [];
      changed = changedTables(before, await watch());
      if (changed.length === 0) return [];
    }
    return changed;
  };

  let seen: Map<string, string> | undefined;
  for (let number = 0; number < options.count; number += 1) {
    if (number % NEW_THINGS_EVERY === NEW_THINGS_EVERY - 1) {
      await world.addThings();
      seen = undefined;
    }
    if (options.only !== undefined && options.only !== number) continue;
    const random = createRandom(options.seed * 100_003 + number);
    const operation = operations[number % operations.length];
    if (operation === undefined) break;
    const caller = pick(random, operation.door === 'mcp' ? MCP_CALLERS : CALLERS);
    const spoiling = chooseSpoiling(spoilings[operation.door], operation, caller, random);
    if (spoiling === undefined) continue;
    const request = spoiling.spoil(draft(operation, await world.headersOf(caller), random), random);
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
    // The state after the last refusal is reused; if it is stale, what looks changed is read again.
    if (isWrite) seen ??= await watch();
    const answer = await sendRaw(world.server.url, request, options.limitMs);
    const story = `${number}: ${operation.method} ${operation.path} as ${caller}, ${spoiling.name} (${request.method} ${request.target.slice(0, 120)})`;
    result.sent += 1;
    judge(result, story, request, answer);
    if (!isRefusal(answer)) {
      if (isWrite) seen = undefined;
      continue;
    }
    result.refused += 1;
    if (!isWrite) continue;
    const before = seen ?? new Map<string, string>();
    seen = await watch();
    if (changedTables(before, seen).length === 0) continue;
    const changed = await findChanges(request);
    seen = undefined;
    if (changed.length > 0) result.wrote.push(`${story}: ${statusOf(answer)}, and changed ${changed.join(', ')}`);
  }
  return result;
}

function chooseSpoiling(
  spoilings: readonly Spoiling[],
  operation: Operation,
  caller: CallerName,
  random: Random,
): Spoiling | undefined {
  const fitting = spoilings.filter(
    ({ needsBody, isCertain }) =>
      (needsBody !== true || operation.body !== undefined) && (isCertain === true || !isDangerous(operation, caller)),
  );
  return fitting.length === 0 ? undefined : pick(random, fitting);
}

const statusOf = (answer: RawAnswer): number => ('failed' in answer ? 0 : answer.status);

/** A refusing tool answers 200 with an error inside. */
const isRefusal = (answer: RawAnswer): boolean =>
  !('failed' in answer) &&
  (answer.status >= 400 || /^\{"(jsonrpc|error|result)".*("isError":true|"error":\{)/s.test(answer.body));

function judge(result: FuzzResult, story: string, request: RawRequest, answer: RawAnswer): void {
  if ('failed' in answer) {
    if (answer.failed === 'hang') result.hangs.push(`${story}: ${answer.why}`);
    const isLarge = (request.body?.length ?? 0) > LARGE_BYTES;
    if (answer.failed === 'cut' && !isLarge) result.errors.push(`${story}: ${answer.why}`);
    return;
  }
  // Only failures of a payment provider or model may be 502.
  const isProviders = answer.status === 502 && /"errorType":"(PAYMENT_|AI_|MODEL_)?PROVIDER_ERROR"/.test(answer.body);
  const isOurs = answer.status >= 500 || /"text":"INTERNAL_ERROR|"code":-32603/.test(answer.body);
  if (isOurs && !isProviders) result.errors.push(`${story}: ${answer.status} ${answer.body.slice(0, 300)}`);
}
