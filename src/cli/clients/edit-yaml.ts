import type { ConfigTable } from '#contract/clients/client.ts';
import { isTable, renderYaml } from '#contract/clients/render-entry.ts';
import { UnreadableText } from './read-jsonc.ts';

const INDENT = /^ */;

/**
 * Puts named blocks below a top-level name, as `extensions:` of Goose; every other line stays as it is. Only the block
 * style that programs write is edited.
 */
export function mergeYaml(text: string, entry: ConfigTable): string {
  return Object.entries(entry).reduce((now, [holder, blocks]) => {
    if (!isTable(blocks)) throw new Error('the entry holds no blocks');
    return Object.entries(blocks).reduce(
      (before, [name, block]) => putBlock(before, holder, name, isTable(block) ? block : {}),
      now,
    );
  }, text);
}

/** The lines of one block, without its name; undefined when it is not there. */
export function readYamlBlock(text: string, [holder = '', name = '']: readonly string[]): string | undefined {
  const found = findBlock(text.split('\n'), holder, name);
  return found?.at === undefined ? undefined : found.lines.slice(found.at + 1, found.end).join('\n');
}

export function removeYamlBlock(text: string, [holder = '', name = '']: readonly string[]): string {
  const found = findBlock(text.split('\n'), holder, name);
  if (found?.at === undefined) return text;
  const left = [...found.lines.slice(0, found.at), ...found.lines.slice(found.end)];
  const isLast = !left.slice(found.start + 1, found.start + 2).some((line) => line.startsWith(' '));
  return left.map((line, place) => (isLast && place === found.start ? `${holder}: {}` : line)).join('\n');
}

function putBlock(text: string, holder: string, name: string, block: ConfigTable): string {
  const found = findBlock(text.split('\n'), holder, name);
  if (found === undefined) {
    const whole = renderYaml({ [holder]: { [name]: block } }, 0).join('\n');
    return text.trim() === '' ? `${whole}\n` : `${text.replace(/\n*$/, '\n')}${whole}\n`;
  }
  const { lines, start, at, end, indent } = found;
  const rendered = renderYaml({ [name]: block }, 0).map((line) => `${indent}${line}`);
  const head = lines.slice(0, start).concat(`${holder}:`);
  return [...head, ...lines.slice(start + 1, at ?? end), ...rendered, ...lines.slice(end)].join('\n');
}

interface Found {
  lines: string[];
  /** The line of the holder. */
  start: number;
  /** The line of the block's name. */
  at: number | undefined;
  /** Behind the block, or behind all blocks where there is none of this name. */
  end: number;
  indent: string;
}

function findBlock(lines: string[], holder: string, name: string): Found | undefined {
  const start = lines.findIndex((line) => line.startsWith(`${holder}:`));
  if (start === -1) return undefined;
  const rest = (lines[start] ?? '')
    .slice(holder.length + 1)
    .replace(/#.*$/, '')
    .trim();
  if (rest !== '' && rest !== '{}') throw new UnreadableText(`${holder} is written in a form that is not edited here`);
  if (lines.some((line) => line.startsWith('\t'))) throw new UnreadableText('a line begins with a tab');
  const isBelow = (line: string) => line.startsWith(' ') || line.trim() === '' || line.startsWith('#');
  let last = start;
  for (let place = start + 1; place < lines.length && isBelow(lines[place] ?? ''); place += 1)
    if ((lines[place] ?? '').startsWith(' ')) last = place;
  const below = lines.slice(start + 1, last + 1);
  const first = below.find((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  const indent = INDENT.exec(first ?? '  ')?.[0] ?? '  ';
  const isName = (line: string) => line.startsWith(indent) && !line.startsWith(`${indent} `);
  const at = below.findIndex((line) => isName(line) && unquote(line.trim()) === name);
  if (at === -1) return { lines, start, at: undefined, end: last + 1, indent };
  const length = below.slice(at + 1).findIndex((line) => line.trim() !== '' && isName(line));
  return { lines, start, at: start + 1 + at, end: length === -1 ? last + 1 : start + 2 + at + length, indent };
}

/** The name in `name:`, `"name": # why`. */
const unquote = (line: string): string => line.replace(/:.*$/, '').replaceAll(/^["']|["']$/g, '');
