import { realpathSync } from 'node:fs';
import type { InstructionsFile } from '#contract/clients/client.ts';
import { type Folders, type Written, editFile, placeOf, readFile, shrinkFile } from './client-files.ts';

const BEGIN = '<!-- baton:begin -->';
const END = '<!-- baton:end -->';

/** What every agent of this folder reads, whichever client it runs in. */
const SECTION = `${BEGIN}

## The plan is kept in Baton

Baton holds this project's plan. Over MCP its server is called \`baton\` (in some clients \`baton-\` and a part of the
project's id); in a shell the command is \`baton\`.

1. Begin with \`orient\` (\`baton prime\`), and call it again whenever your context was compacted.
2. \`task_claim\` (\`baton claim\`) gives you one task, its brief and a baton token: keep the token. Work on that task only.
3. Leave what the next agent needs to know as a \`note\` (\`baton note finding "…"\`).
4. End with \`task_finish\` and the token (\`baton done T12 --summary "…" --evidence "…"\`), also when you put the task back
   or cannot go on.
5. When you are told that your baton was taken, stop: do not finish that task.

${END}`;

/** The text with our section in it, once; what others wrote stays as it is. */
export function mergeSection(text: string, head = ''): string {
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END, start);
  if (start !== -1 && end !== -1) return text.slice(0, start) + SECTION + text.slice(end + END.length);
  if (text.trim() === '') return `${head}${head === '' ? '' : '\n'}${SECTION}\n`;
  return `${text.replace(/\n*$/, '\n')}\n${SECTION}\n`;
}

export function removeSection(text: string, head = ''): string {
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END, start);
  if (start === -1 || end === -1) return text;
  const left = text.slice(0, start).replace(/\n+$/, '\n') + text.slice(end + END.length).replace(/^\n+/, '');
  return left.trim() === head.trim() ? '' : left;
}

/** Whether the file tells an agent about Baton: by our section, as a link to a file that has it, or by taking that in. */
export function hasSection({ file }: InstructionsFile, folders: Folders): boolean {
  const text = readFile(placeOf(file, folders)) ?? '';
  return text === mergeSection(text) || (IMPORT.test(text) && hasSection({ file: 'AGENTS.md' }, folders));
}

const IMPORT = /^@(?:\.\/)?AGENTS\.md\s*$/m;

export function writeInstructions({ file, head = '' }: InstructionsFile, folders: Folders): Written {
  const place = placeOf(file, folders);
  if (isLinkToAgents(place, folders) || IMPORT.test(readFile(place) ?? '')) return 'unchanged';
  return editFile(place, mergeSection('', head), (text) => mergeSection(text));
}

export const removeInstructions = ({ file, head = '' }: InstructionsFile, folders: Folders): Written =>
  shrinkFile(placeOf(file, folders), (text) => removeSection(text, head));

/** Some keep one file and link the others to it. */
function isLinkToAgents(place: string, folders: Folders): boolean {
  const agents = placeOf('AGENTS.md', folders);
  try {
    return place !== agents && realpathSync(place) === realpathSync(agents);
  } catch {
    return false;
  }
}
