import { PATH_MAX } from './archive-limits.ts';
import { unixLines } from './import-text.ts';
import { HEAD_MAX } from './read-front-matter.ts';
import { readYamlFields, type YamlFields } from './read-yaml-fields.ts';

export type BacklogKind =
  | 'task'
  | 'completed'
  | 'draft'
  | 'archived'
  | 'milestone'
  | 'document'
  | 'decision'
  | 'other'
  | 'too large';

export interface BacklogFile {
  path: string;
  kind: BacklogKind;
  text: string;
  /** Bytes that are not UTF-8 were replaced. */
  isDamaged: boolean;
}

export interface BacklogFolder {
  files: BacklogFile[];
  /** How many files of the archive lie outside the folder. */
  outside: number;
  config: YamlFields;
}

const folders: readonly [prefix: string, kind: BacklogKind][] = [
  ['archive/', 'archived'],
  ['tasks/', 'task'],
  ['completed/', 'completed'],
  ['drafts/', 'draft'],
  ['milestones/', 'milestone'],
  ['docs/', 'document'],
  ['decisions/', 'decision'],
];
const byNumber = new Intl.Collator('en', { numeric: true });
const taskFolders = new Set(['tasks', 'completed', 'drafts']);
/** Far more than a task file holds; a file of many line ends would take a hundred times its own size to read. */
const FILE_MAX = 2 * 1024 * 1024;

/** Finds the backlog folder in an archive, which may hold a whole repository, and says what each of its files is. */
export function openBacklog(files: ReadonlyMap<string, Uint8Array>): BacklogFolder | undefined {
  const root = findRoot([...files.keys()]);
  if (root === undefined) return undefined;
  const inside = [...files].filter(([path]) => path.startsWith(root));
  const config = files.get(`${root}config.yml`) ?? files.get(`${root}config.yaml`);
  return {
    files: inside
      .map(([path, bytes]) => openFile(path.slice(root.length), bytes))
      .toSorted((one, other) => byNumber.compare(one.path, other.path)),
    outside: files.size - inside.length,
    config: readConfig(config),
  };
}

function readConfig(bytes: Uint8Array | undefined): YamlFields {
  if (bytes === undefined) return { fields: new Map(), remarks: [] };
  if (bytes.length > HEAD_MAX) return { fields: new Map(), remarks: ['is larger than 64 KiB, so it is not read'] };
  return readYamlFields(unixLines(decode(bytes).text), 1);
}

function openFile(path: string, bytes: Uint8Array): BacklogFile {
  const kind = folders.find(([prefix]) => path.startsWith(prefix))?.[1];
  if (kind === undefined || !path.toLowerCase().endsWith('.md')) {
    return { path, kind: 'other', text: '', isDamaged: false };
  }
  if (bytes.length > FILE_MAX && kind !== 'archived') return { path, kind: 'too large', text: '', isDamaged: false };
  return { path, kind, ...decode(bytes) };
}

function decode(bytes: Uint8Array): { text: string; isDamaged: boolean } {
  const text = new TextDecoder().decode(bytes);
  return { text, isDamaged: text.includes('\u{fffd}') };
}

/** A folder of the right name wins over one that merely has tasks in it, then the one nearest to the top. */
function findRoot(paths: readonly string[]): string | undefined {
  const roots = new Map<string, number>();
  for (const path of paths) {
    const root = rootOf(path.split('/'));
    if (root !== undefined) roots.set(root.map((segment) => `${segment}/`).join(''), rankOf(root));
  }
  const ranked = [...roots].toSorted(
    ([one, rank], [other, otherRank]) => rank - otherRank || (one < other ? -1 : Number(one > other)),
  );
  return ranked[0]?.[0];
}

/** The folders above the one that holds a task file. */
function rootOf(segments: readonly string[]): readonly string[] | undefined {
  const root = segments.slice(0, -2);
  const isTask = taskFolders.has(segments.at(-2) ?? '') && /.\.md$/s.test(segments.at(-1) ?? '');
  return isTask && root.at(-1) !== 'archive' ? root : undefined;
}

const rankOf = (root: readonly string[]) => (/^\.?backlog$/i.test(root.at(-1) ?? '') ? 0 : PATH_MAX) + root.length;
