import { stat } from 'node:fs/promises';
import inspector from 'node:inspector';
import { join } from 'node:path';
import process from 'node:process';
import type { Config } from '#server/platform/config.ts';
import type { ProcessFacts, SecretSource } from './facts.ts';
import { isGuessable } from './is-guessable.ts';

export async function readSecretSource({ secret, dataDirectory }: Config): Promise<SecretSource> {
  if (secret !== undefined) return { from: 'environment', isGuessable: isGuessable(secret) };
  const path = join(dataDirectory, 'secret');
  return stat(path).then(
    ({ mode }) => ({ from: 'file', path, mode }),
    () => ({ from: 'unreadable file', path }),
  );
}

export const readProcess = (): ProcessFacts => ({
  isRoot: process.getuid?.() === 0,
  inspectorUrl: inspector.url(),
});
