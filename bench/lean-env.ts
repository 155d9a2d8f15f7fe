import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The Node options of `npm start` and `baton serve`. */
export function leanEnv(): Record<string, string> {
  const text = readFileSync(join(import.meta.dirname, '../bin/lean-runtime.json'), 'utf8');
  const { flags, env } = JSON.parse(text) as { flags: string[]; env: Record<string, string> };
  return { ...env, NODE_OPTIONS: flags.join(' ') };
}
