import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientFile, ConfigTable } from '#contract/clients/client.ts';
import { isTable, renderFile } from '#contract/clients/render-entry.ts';
import { Failure } from '../failure.ts';
import { isMissing, reasonOf } from '../user-config.ts';
import { writeWhole } from '../write-file.ts';
import { mergeJsonc, removeJsonc, removeMember } from './edit-jsonc.ts';
import { mergeToml, readTomlTable, removeTomlTable, removeTomlValue } from './edit-toml.ts';
import { mergeYaml, readYamlBlock, removeYamlBlock } from './edit-yaml.ts';
import { memberOf, readJsonc, valueOf } from './read-jsonc.ts';
import { UnreadableText } from './unreadable-text.ts';

export interface Folders {
  folder: string;
  home: string;
}

export const placeOf = (file: string, { folder, home }: Folders): string =>
  file.startsWith('~/') ? join(home, file.slice(2)) : join(folder, file);

/** Where the client keeps it: the first place that is there, else the first. */
export function findPlace({ file, also = [] }: Pick<ClientFile, 'file' | 'also'>, folders: Folders): string {
  const places = [file, ...also].map((each) => placeOf(each, folders));
  return places.find((place) => existsSync(place)) ?? placeOf(file, folders);
}

export type Written = 'written' | 'changed' | 'unchanged' | 'removed';

/** The text with this part in it; the same text when it is all there already. */
export function mergePart(text: string, { format, entry, absent = [] }: ClientFile): string {
  if (format === 'toml') {
    const clean = absent.reduce((now, path) => removeTomlValue(now, path), text);
    return mergeToml(clean, renderFile({ format, entry }));
  }
  if (format === 'yaml') return mergeYaml(text, entry);
  const clean = absent.reduce((now, path) => removeMember(now, path), text);
  return mergeJsonc(clean, entry);
}

/** What the file says about the server, as text. */
export function readServer(file: ClientFile, folders: Folders): string | undefined {
  const text = readFile(findPlace(file, folders));
  if (text === undefined || text.trim() === '') return undefined;
  const path = pathOf(file.entry);
  if (file.format === 'toml') return readTomlTable(text, path);
  if (file.format === 'yaml') return readYamlBlock(text, path);
  const [holder, name] = path;
  const servers = memberOf(readJsonc(text), holder);
  const entry = servers === undefined ? undefined : memberOf(servers, name);
  return entry === undefined ? undefined : JSON.stringify(valueOf(entry));
}

/** The two names under which the server stands: the only table of tables in its entry. */
function pathOf(entry: ConfigTable): readonly [string, string] {
  for (const [holder, tables] of Object.entries(entry))
    if (isTable(tables)) return [holder, Object.keys(tables)[0] ?? ''];
  throw new Error('the entry holds no server');
}

/** Puts the part into the client's file, among what is there; a file that cannot be read is left alone. */
export function writePart(part: ClientFile, folders: Folders): Written {
  return editFile(findPlace(part, folders), renderFile(part), (text) => mergePart(text, part));
}

/** Takes the server out, with all that it holds. */
export function removeServer(part: ClientFile, folders: Folders): Written {
  return shrinkFile(findPlace(part, folders), (text) => {
    const path = pathOf(part.entry);
    if (part.format === 'toml') return removeTomlTable(text, path);
    if (part.format === 'yaml') return removeYamlBlock(text, path);
    const lists = Object.fromEntries(Object.entries(part.entry).filter(([, value]) => Array.isArray(value)));
    return removeJsonc(text, { [path[0]]: { [path[1]]: {} }, ...lists });
  });
}

/** Takes a part of a JSON file out, item by item. */
export const removePart = (part: ClientFile, folders: Folders): Written =>
  shrinkFile(findPlace(part, folders), (text) => (part.format === 'json' ? removeJsonc(text, part.entry) : text));

/** Changes a file that is there; one that holds nothing any more is deleted. */
export function shrinkFile(file: string, edit: (text: string) => string): Written {
  const before = readFile(file);
  if (before === undefined || before.trim() === '') return 'unchanged';
  const after = attemptEdit(file, before, edit, '');
  if (after === before) return 'unchanged';
  if (/^\s*(?:\{\s*\})?\s*$/.test(after)) {
    rmSync(file);
    return 'removed';
  }
  save(file, after);
  return 'changed';
}

/** Changes a file by its text, or writes it when there is none. */
export function editFile(file: string, whole: string, edit: (text: string) => string): Written {
  const before = readFile(file);
  if (before === undefined || before.trim() === '') {
    save(file, whole);
    return 'written';
  }
  const after = attemptEdit(file, before, edit, `. Add this by hand:\n${whole}`);
  if (after === before) return 'unchanged';
  save(file, after);
  return 'changed';
}

function attemptEdit(file: string, before: string, edit: (text: string) => string, advice: string): string {
  try {
    return edit(before);
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    throw new Failure(`${file} cannot be read (${error.message}), so it was left as it is${advice}`);
  }
}

export function readFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new Failure(`${file} cannot be read: ${reasonOf(error)}.`);
  }
}

function save(file: string, text: string): void {
  try {
    writeWhole(file, text);
  } catch (error) {
    throw new Failure(`${file} cannot be written: ${reasonOf(error)}.`);
  }
}
