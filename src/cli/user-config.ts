import { join } from 'node:path';
import type { Environment } from './environment.ts';
import { Failure } from './failure.ts';
import { readTextFile } from './read-text-file.ts';
import { writeWhole } from './write-file.ts';

/** What `login` stores. Each server has its own key, which is never sent to another one. */
export interface UserConfig {
  url: string | undefined;
  project: string | undefined;
  keys: Record<string, string>;
}

export const userConfigFile = ({ configFolder }: Environment): string => join(configFolder, 'config.json');

export function readUserConfig(environment: Environment): UserConfig {
  const found = readJsonFile(userConfigFile(environment));
  const keys: object = typeof found['keys'] === 'object' && found['keys'] !== null ? found['keys'] : {};
  return {
    url: textOf(found['url']),
    project: textOf(found['project']),
    keys: Object.fromEntries(
      Object.entries(keys).flatMap(([url, key]: [string, unknown]) => (typeof key === 'string' ? [[url, key]] : [])),
    ),
  };
}

export function writeUserConfig(environment: Environment, config: UserConfig): void {
  writeWhole(userConfigFile(environment), `${JSON.stringify(config, null, 2)}\n`, { isPrivate: true });
}

/** The fields of a JSON file, none when there is no file; an unreadable one is an error, not ignored. */
export function readJsonFile(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = readTextFile(file);
  } catch (error) {
    if (isMissing(error)) return {};
    throw new Failure(`${file} cannot be read: ${reasonOf(error)}.`);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below, with the same message as other content.
  }
  throw new Failure(`${file} is not a JSON object. Mend it or delete it.`);
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
};

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
