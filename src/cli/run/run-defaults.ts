import { BATON_SLOTS_MAX, VERIFY_COMMAND_MAX } from '#contract/constants.ts';
import { EXIT, Failure } from '../failure.ts';
import { findProjectFile } from '../project-file.ts';
import { readJsonFile } from '../user-config.ts';

/** What a repository says for every run in it. */
export interface RunDefaults {
  clients: string[];
  parallel: number | undefined;
  verify: string | undefined;
  setup: string | undefined;
  merge: boolean | undefined;
}

/**
 * Keys of the project file. There is none for `--allow`: a cloned repository must not decide how far an agent may go on
 * somebody's machine.
 */
export function readDefaults(folder: string): RunDefaults {
  const file = findProjectFile(folder);
  const found = file === undefined ? {} : readJsonFile(file.path);
  const wrong = (key: string, takes: string) =>
    new Failure(`${file?.path ?? ''}: "${key}" takes ${takes}. Mend it or take it out.`, EXIT.usage);
  const line = (key: string): string | undefined => {
    const value = found[key];
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || value.trim() === '' || value.length > VERIFY_COMMAND_MAX || /[\0\n\r]/.test(value))
      throw wrong(key, 'a command in one line');
    return value.trim();
  };
  const clients = found['client'] ?? [];
  const listed: unknown[] = Array.isArray(clients) ? clients : [clients];
  const names = listed.filter((each) => typeof each === 'string');
  if (names.length < listed.length) throw wrong('client', 'a name, a command, or a list of them');
  const { parallel, merge } = found;
  if (parallel !== undefined && !isWithin(parallel)) throw wrong('parallel', `a number from 1 to ${BATON_SLOTS_MAX}`);
  if (merge !== undefined && typeof merge !== 'boolean') throw wrong('merge', 'true or false');
  return { clients: names, parallel, merge, verify: line('verify'), setup: line('setup') };
}

const isWithin = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= BATON_SLOTS_MAX;
