import { TITLE_LENGTH, fitName } from '../titles/fit-title.ts';
import { type Voice, lowerFirst } from '../titles/voice.ts';
import { writeGroupTitle, writeTitle } from '../titles/write-title.ts';
import { hashText } from './hash-text.ts';
import { cutText } from './say-lines.ts';
import type { Branch, Group, Leaf } from './tree.ts';
import type { WorkList, WorkTask } from './work.ts';

const KEY_MAX = 100;
const NAME_LENGTH = 60;

export interface Layout {
  lists: WorkList[];
  /** In reading order: a parent stands before its sub-tasks. */
  tasks: WorkTask[];
}

/** Walks the tree once and gives every group and leaf its key, its place and its title. */
export function layOutTasks(themes: readonly Group[], voice: Voice): Layout {
  const layout: Layout = { lists: [], tasks: [] };
  const keys = new Set<string>();
  for (const [theme, group] of themes.entries()) {
    const key = unique(keyOfPath('list', group.path), keys);
    layout.lists.push({
      key,
      parent: null,
      name: fitName(group.name, NAME_LENGTH) || 'Plan',
      path: group.path,
      theme,
    });
    for (const child of group.children) addBranch({ layout, keys, theme, voice }, child, key, group.path);
  }
  return layout;
}

interface Walk {
  layout: Layout;
  keys: Set<string>;
  theme: number;
  voice: Voice;
}

function addBranch(walk: Walk, branch: Branch, list: string, path: readonly string[]): void {
  const { layout, keys, theme, voice } = walk;
  const base = { list, theme, path, isEnabler: false, dependsOn: [] };
  if (branch.kind === 'leaf') {
    const { requirements, part, together } = branch;
    const title = titleOfLeaf(branch, voice);
    const extra = {
      ...(part === undefined ? {} : { part: part.text }),
      ...(together === undefined ? {} : { together }),
    };
    layout.tasks.push({
      ...base,
      ...extra,
      key: unique(keyOfLeaf(branch), keys),
      title,
      requirements,
      isParent: false,
    });
    return;
  }
  const key = unique(branch.whole === undefined ? keyOfPath('task', branch.path) : `${branch.whole.id}/all`, keys);
  const title =
    branch.whole === undefined
      ? writeGroupTitle(branch.name, voice)
      : writeTitle(branch.whole.text, branch.whole.id, voice);
  layout.tasks.push({ ...base, key, title, requirements: [], isParent: true });
  const inner = unique(`${key}:list`, keys);
  const name = fitName(branch.whole === undefined ? branch.name : title, NAME_LENGTH);
  layout.lists.push({ key: inner, parent: key, name, path: branch.path, theme });
  for (const child of branch.children) addBranch(walk, child, inner, branch.path);
}

function titleOfLeaf({ requirements, part, together }: Leaf, voice: Voice): string {
  const [first, second] = requirements;
  if (part !== undefined) return writeTitle(part.text, '', voice);
  if (first === undefined || second === undefined || together === undefined)
    return writeTitle(first?.text ?? '', first?.id ?? '', voice);
  const head = writeGroupTitle(together, voice);
  const names = requirements.map(({ text }) => lowerFirst(text.replace(/\s*[:—–(].*$/u, '').trim(), voice));
  const named = `${head}: ${joinAll(names.filter((name) => name !== ''))}`.replace(/[:\s]+$/u, '');
  return named.length <= TITLE_LENGTH ? named : head;
}

const joinAll = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;

/** The first requirement leads: one added behind it does not make another task of it. */
function keyOfLeaf({ requirements, part }: Leaf): string {
  const id = requirements[0]?.id ?? 'none';
  if (part !== undefined) return `${id}/${hashText(part.text)}`;
  return requirements.length === 1 ? id : `${id}+`;
}

const keyOfPath = (kind: string, path: readonly string[]): string => `${kind}-${hashText(path.join('\n'))}`;

/** Two sections of one name, or an id that looks like a key of ours: the later one gives way. */
function unique(wanted: string, keys: Set<string>): string {
  const own = RESERVED.test(wanted) ? `~${wanted}` : wanted;
  const short = own.length <= KEY_MAX ? own : `${cutText(own, KEY_MAX - 20)}-${hashText(own)}`;
  let key = short;
  for (let number = 2; keys.has(key); number += 1) key = `${cutText(short, KEY_MAX - 8)}~${number}`;
  keys.add(key);
  return key;
}

const RESERVED = /^(?:enabler-|list-foundation$|list-release$)/u;
