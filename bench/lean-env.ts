import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The server's Node as `npm start` and `baton serve` start it. */
export function leanEnv(): Record<string, string> {
  const text = readFileSync(join(ROOT, 'bin/lean-runtime.json'), 'utf8');
  const { flags, env } = JSON.parse(text) as { flags: string[]; env: Record<string, string> };
  return { ...env, NODE_OPTIONS: flags.join(' '), NODE_COMPILE_CACHE: join(ROOT, env['NODE_COMPILE_CACHE'] ?? '') };
}
