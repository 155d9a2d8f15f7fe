import type { ClientEvent } from '../run-client.ts';
import { type Fields, cut, fieldsOf, listOf, textOf } from './read-json.ts';

/** Tools of all clients that write a file, by their names without case and underscores. */
const EDITS = new Set([
  'edit',
  'multiedit',
  'write',
  'notebookedit',
  'replace',
  'writefile',
  'editfile',
  'applypatch',
  'patch',
]);
const RUNS = new Set(['bash', 'shell', 'runshellcommand', 'execcommand', 'execute', 'localshell']);
const READS = new Set(['read', 'readfile', 'readmanyfiles', 'view', 'notebookread']);
const FINDS = new Set([
  'grep',
  'glob',
  'ls',
  'list',
  'search',
  'searchfilecontent',
  'grepsearch',
  'listdirectory',
  'toolsearch',
]);
/** The fields in which tools name what they work on, the most telling first. */
const FILE = ['file_path', 'filePath', 'absolute_path', 'notebook_path', 'path', 'file'];
const SUBJECT = ['command', 'cmd', 'pattern', 'query', 'url', 'description', 'prompt', 'title', ...FILE];

/** A call of a tool in one event. */
export function describeTool(name: string, input: Fields): ClientEvent[] {
  const baton = /baton.*?(?:__|[_.\-/])(orient|note|plan_\w+|task_\w+|checkpoint)$/.exec(name)?.[1];
  if (baton !== undefined) return [describeBaton(baton, input)];
  // Qwen Code shows many tools through one.
  if (name === 'tool_call' && typeof input['name'] === 'string' && input['name'] !== name)
    return describeTool(input['name'], fieldsOf(input['arguments']));
  const plain = name.toLowerCase().replaceAll(/[_-]/g, '');
  if (EDITS.has(plain)) {
    const file = first(input, FILE);
    return [file === '' ? { kind: 'tool', tool: 'Edit', text: '' } : { kind: 'edit', file: cut(file) }];
  }
  const word = wordFor(plain, name);
  const fields = READS.has(plain) ? [...FILE, ...SUBJECT] : SUBJECT;
  return [{ kind: 'tool', tool: word, text: cut(first(input, fields)) }];
}

function wordFor(plain: string, name: string): string {
  if (RUNS.has(plain)) return 'Run';
  if (READS.has(plain)) return 'Read';
  return FINDS.has(plain) ? 'Find' : cut(name.replace(/^mcp_+/, '')) || 'Tool';
}

function describeBaton(tool: string, input: Fields): ClientEvent {
  switch (tool) {
    case 'note':
      return { kind: 'tool', tool: 'note', text: cut(`${textOf(input['type']) || 'note'}: ${textOf(input['body'])}`) };
    case 'task_finish': {
      const words = textOf(input['summary']) || textOf(input['question']);
      return { kind: 'tool', tool: 'finish', text: cut(`${textOf(input['outcome'])}: ${words}`) };
    }
    default:
      return {
        kind: 'tool',
        tool: 'Baton',
        text: cut([tool, textOf(input['id'])].filter((part) => part !== '').join(' ')),
      };
  }
}

function first(input: Fields, names: readonly string[]): string {
  for (const name of names) {
    const value = input[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string'))
      return value.join(' ');
  }
  return textOf(listOf(input['todos'])[0]?.['content']);
}
