import { encodeItem, encodeName, encodeTitle, encodeWords, quoteText, writeText } from './escape-text.ts';
import type { DocumentList, DocumentNote, DocumentTask, PlanDocument } from './plan-document.ts';

const BOX = { open: ' ', wip: '~', done: 'x' } as const;

/** The file for a plan: what readPlan reads from it is the same plan. */
export function writePlan({ project, base, hasNotes, lists }: PlanDocument): string {
  const head = [
    '---',
    'baton-plan: 1',
    `project: ${project}`,
    `base: ${base}`,
    ...(hasNotes ? [] : ['notes: left out']),
    '# Edit this, then: baton plan push FILE. What the marks mean: baton help plan.',
    '---',
  ];
  return `${[...head, ...lists.flatMap(writeList)].join('\n')}\n`;
}

function writeList({ key, name, brief, tasks }: DocumentList): string[] {
  const mark = key === undefined ? '' : ` <!-- list ${key} -->`;
  const text = writeText(brief);
  return [
    '',
    `# ${encodeName(name)}${mark}`,
    '',
    ...(text.length === 0 ? [] : [...text, '']),
    ...tasks.flatMap(writeTask),
  ];
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `  ${line}`));

function writeTask(task: DocumentTask): string[] {
  const { number, title, state, checks, after, requirements, blocked, notes, steps } = task;
  const name = number === undefined ? '' : `T${number} `;
  const isListed = steps.name !== undefined || steps.brief !== '';
  return [
    `- [${BOX[state]}] ${name}${encodeTitle(title, number === undefined)}`,
    ...indent([
      ...writeText(task.description),
      ...checks.map(({ text, met }) => `- (${met ? 'x' : ' '}) ${encodeWords(text)}`),
      ...(after.length === 0 ? [] : [`after: ${after.join(', ')}`]),
      ...(requirements.length === 0 ? [] : [`answers: ${requirements.map(encodeItem).join(', ')}`]),
      ...(blocked === '' ? [] : [`blocked: ${encodeWords(blocked)}`]),
      ...notes.flatMap(writeNote),
      ...(isListed ? [`steps: ${encodeWords(steps.name ?? '')}`.trimEnd(), ...quoteText(steps.brief)] : []),
      ...task.children.flatMap(writeTask),
    ]),
  ];
}

function writeNote({ key, type, by, body }: DocumentNote): string[] {
  const kind = type === undefined ? '' : ` ${type}`;
  const mark = key === undefined ? '' : ` (${[by, `#${key}`].filter((part) => part !== '').join(', ')})`;
  return [`note${kind}${mark}:`, ...quoteText(body)];
}
