import { Visitor, parseSync } from 'oxc-parser';
import type { CallExpression, Node } from 'oxc-parser';

const subscribing = new Set([
  'on',
  'once',
  'addListener',
  'prependListener',
  'prependOnceListener',
  'addEventListener',
]);
const says = 'an error in it would end the process: use guard(emitter) or guarded(listener) of platform/guard.ts';

/** Of tables, `on` names the columns of an index. */
const isServer = (path: string): boolean =>
  /^src\/server\/.*\.ts$/.test(path) && !path.endsWith('.test.ts') && !path.includes('/db/tables/');

/**
 * Listeners of the server go through its guard, as its timers do, which the linter sees to. The message bus guards its
 * listeners itself, and an error in a worker thread reaches whoever started the thread.
 */
export function findUnguardedListeners(path: string, text: string): { line: number; says: string }[] {
  if (!isServer(path)) return [];
  const wrapped = new Set<string>();
  const calls: CallExpression[] = [];
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init && isGuarded(init)) wrapped.add(id.name);
    },
    CallExpression: (call) => void calls.push(call),
  }).visit(parseSync(path, text).program);
  return calls.flatMap((call) => {
    const listener = listenerOf(call);
    if (listener === undefined || isGuarded(listener) || cannotThrow(listener)) return [];
    if (listener.type === 'Identifier' && wrapped.has(listener.name)) return [];
    return [{ line: text.slice(0, listener.start).split('\n').length, says }];
  });
}

function listenerOf({ callee, arguments: [first, second] }: CallExpression): Node | undefined {
  if (callee.type !== 'MemberExpression') return undefined;
  const method = lastName(callee);
  const owner = lastName(callee.object);
  if (callee.object.type === 'CallExpression' && lastName(callee.object.callee) === 'guard') return undefined;
  if (method === 'nextTick' && owner === 'process') return first;
  return subscribing.has(method ?? '') && owner !== 'bus' && owner !== 'parentPort' ? second : undefined;
}

const isGuarded = (node: Node): boolean => node.type === 'CallExpression' && lastName(node.callee) === 'guarded';

/** `() => undefined`, and what settles a promise. */
const cannotThrow = (node: Node): boolean =>
  /^(resolve|reject)$/.test(lastName(node) ?? '') ||
  (node.type === 'ArrowFunctionExpression' && lastName(node.body) === 'undefined');

function lastName(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' ? lastName(node.property) : undefined;
}
