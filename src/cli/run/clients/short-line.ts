import { realpathSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { ClientEvent } from './run-client.ts';

const LINE_MAX = 200;
/** Only the beginning of a long text is looked at. */
const READ_MAX = 4_000;
const LABEL = 7;

/** An event as one line for a screen; undefined for what is only counted. Files in `folder` are named within it. */
export function shortLine(event: ClientEvent, folder?: string): string | undefined {
  const line = lineOf(event, folder === undefined ? [] : [folder, realFolder(folder)]);
  return line === undefined || line.trim() === '' ? undefined : cut(line);
}

function lineOf(event: ClientEvent, folders: readonly string[]): string | undefined {
  switch (event.kind) {
    case 'said':
    case 'line':
      return plain(event.text);
    case 'tool':
      return `${plain(event.tool).padEnd(LABEL - 1)} ${within(plain(event.text), folders)}`.trimEnd();
    case 'edit':
      return `${'Edit'.padEnd(LABEL)}${within(plain(event.file), folders)}`;
    case 'limit':
      return `${'limit'.padEnd(LABEL)}${plain(event.text)}`;
    case 'failed':
      return `${'failed'.padEnd(LABEL)}${plain(event.text)}`;
    case 'spent':
      return undefined;
  }
}

/** Clients name files by their whole path. */
const within = (text: string, folders: readonly string[]): string =>
  folders.reduce((line, folder) => line.replaceAll(`${folder}/`, ''), text);

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Control characters, invisible marks, and those that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{feff}]/gu;

function plain(text: string): string {
  return stripVTControlCharacters(text.slice(0, READ_MAX).toWellFormed())
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll(UNSEEN, '')
    .trimEnd();
}

const cut = (line: string): string =>
  line.length <= LINE_MAX ? line : `${line.slice(0, LINE_MAX - 1).toWellFormed()}…`;
