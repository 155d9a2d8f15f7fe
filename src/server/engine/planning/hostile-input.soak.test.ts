import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRD_MAX_CHARACTERS } from '#contract/constants.ts';
import { PlanDraft } from '#contract/plan-draft.ts';
import { type KeptRole, type PrdRole, Reading } from '#contract/requirement.ts';
import { readLines } from '#markdown/read-lines.ts';
import { soak, soakUpTo } from '#test/soak.ts';
import { planOffline } from './plan-offline.ts';

const MAX_TASKS = 300;
const WHOLE = soakUpTo(PRD_MAX_CHARACTERS);
/** An eighth of the maximum size also reveals superlinear growth, and takes less time. */
const SIZE = WHOLE / 8;
const fill = (part: string, size = SIZE) => part.repeat(Math.floor(size / part.length));
const times = (count: number, line: (i: number) => string) =>
  Array.from({ length: soakUpTo(count) }, (_, i) => line(i)).join('\n');
const NONE: KeptRole[] = [];
const plan = (content: string, maxTasks = MAX_TASKS) => planOffline(content, { previous: [], roles: NONE, maxTasks });

/** Inputs on which a naive parser takes minutes, or all memory. A hang is caught by the test's timeout. */
const HOSTILE: Record<string, string> = {
  nothing: '',
  'spaces and line ends': ' \n\t\n\r\n  ',
  'front matter only': '---\ntitle: a\nowner: b\n---\n',
  'front matter that never ends': `---\n${fill('a: b\n')}`,
  'NUL bytes': fill('\0'),
  'halves of characters': fill('\uD800'),
  'a byte order mark': `\uFEFF## Features\n\n- It must work\n- It must stop\n`,
  'line ends of Windows': fill('## A\r\n\r\n- It must b\r\n'),
  'line separators': fill('- a must\u2028- b\n'),
  'text that turns around': fill('\u202E- It must b\n'),
  'one line of a megabyte': fill('a', WHOLE),
  'one line of words': fill('it must be ', WHOLE),
  'one paragraph of 50,000 sentences': `## Features\n\n${fill('It must do this now. ', WHOLE - 20)}`,
  '20,000 headings': times(20_000, (i) => `## Head ${i}`),
  '20,000 headings that are numbered': times(
    20_000,
    (i) => `## ${Math.floor(i / 125)}.${Math.floor(i / 25) % 5}.${Math.floor(i / 5) % 5}.${i % 5} Head`,
  ),
  'headings of one number': fill('## 1.1 Head\n\n- [ ] a\n\n'),
  '5,000 sections of one name': '## Search\n\n- It must find a\n- It must find b\n\n'.repeat(soakUpTo(5_000)),
  'a list that deepens 10,000 times': times(1_200, (i) => `${'  '.repeat(i)}- it must do ${i}`),
  'many lists of 20 levels': times(1_000, (i) => times(20, (depth) => `${'  '.repeat(depth)}- it must ${i} ${depth}`)),
  'lists in one line': `${fill('- ')}a`,
  'empty items below an item': `## Features\n\n- It must hold\n${'  -\n'.repeat(soakUpTo(150_000))}`,
  'nothing but code': `\`\`\`\n${fill('some code\n')}\`\`\``,
  'blocks of code': `## Features\n\n- It must a\n\n${fill('```\nx\n```\n\n')}`,
  bars: fill('|', WHOLE),
  stars: fill('*', WHOLE),
  brackets: fill('[', WHOLE),
  backticks: fill('`', WHOLE),
  'backticks of every length': times(1_400, (i) => '`'.repeat(i)).replaceAll('\n', ' '),
  'links that never end': fill('[a]('),
  'bold words': fill('**a** '),
  'bold lines': fill('**a** b\n'),
  'bold ids': fill('**FR-1 — a**\n\nb must c\n\n'),
  records: `## Stories\n\n${fill('- ID: US-1\n- Title: a b\n- Description: As a user, I want c\n- Criteria:\n  - d\n')}`,
  'lines of records': fill('US-1\nTitle: a b\nDescription: As a user, I want c\n'),
  'stories that never end': fill('**As a** user,\n**so that** a\n'),
  'stories in items': `## Stories\n\n${fill('- As a user,\n- I want a\n- so that b\n')}`,
  'lone numbers': fill('1. a\n\nb\n\n2. c\n\nd\n\n'),
  columns: `## Data model\n\n${fill('- `a_b` (uuid)\n')}`,
  'headings without content': fill('## a\n### Story 1: a must b c d\n'),
  'boxes in one line': fill('- [ ] a', WHOLE),
  'lines of boxes': fill('- [ ] a\n', WHOLE / 4),
  'ticked boxes': fill('- [x] a b c\n'),
  'stories in one line': fill('As a user, I want ', WHOLE),
  stories: fill('- As a user, I want to do it\n'),
  'a table of 10,000 rows and 50 columns': `|${'a|'.repeat(50)}\n|${'-|'.repeat(50)}\n${`|${'x|'.repeat(50)}\n`.repeat(soakUpTo(10_000))}`,
  'a table of ids': `|ID|Requirement|Status|\n|-|-|-|\n${times(10_000, (i) => `|FR-${i}|The system must do thing ${i}|done|`)}`,
  'a table of tasks': `|ID|Requirement|Acceptance|\n|-|-|-|\n${times(5_000, (i) => `|FR-${i}|The system must do ${i}|It does; it can|`)}`,
  'many tables': times(1_500, (i) => `\n|ID|Requirement|\n|-|-|\n|FR-${i}|The system must do thing ${i}|\n`),
  '50,000 short items': `## Features\n\n${'- a bc d\n'.repeat(soakUpTo(50_000))}`,
  '50,000 items without a sign': `# A\n\n## Zorp\n\n${'- a b\n'.repeat(soakUpTo(50_000))}`,
  'items with labels': `## Features\n\n${times(3_000, (i) => `- **Label ${i}**: It must find ${i} whenever somebody asks`)}`,
  'facets without end': times(
    1_500,
    (i) => `## Thing ${i}\n\n### Requirements\n\n- It must find ${i}\n\n### Notes\n\nWords.\n`,
  ),
  'what is said twice': `## Features\n\n${times(1_000, (i) => `### Feature ${i}: Finding thing${i}\n\n- It must find thing${i} fast\n- It must show ${i}\n`)}\n\n## Acceptance Criteria\n\n${times(1_000, (i) => `- Finding thing${i} works whenever asked for`)}`,
  'limits in every part': times(
    1_300,
    (i) => `## Part ${i}\n\n### Feature 1\n\n- It must a\n\n### Constraints\n\n- no ${i}\n`,
  ),
  'spaces inside a heading': `# a${fill(' ')}b`,
  'spaces inside an item': `- It must a${fill(' ')}b`,
  'spaces inside a cell': `|a|b|\n|-|-|\n|x${fill(' ')}y|z|`,
  'signs in a heading': `# ${fill('- ')}a`,
  'pictures in a heading': `# ${fill('😀 ')}a${fill('😀 ')}b`,
  'marks in an item': `- It must ${fill('✅ ')}b`,
  'brackets in a heading': `## ${fill('(a')}`,
  'a phrase that waits': `## Features\n\n- It must wait after ${fill(' ')}1`,
  'a paragraph that is a list': `## Features\n\n${fill('5. It must do this.\n')}`,
  'nested quotes': `${fill('> ')}a`,
  'Chinese headings': `## ${fill('功能')}`,
  'full stops': fill('. '),
  'Japanese sentences': `## 功能\n\n${fill('必須。')}`,
};

/** Invariants of every text. */
function judge(content: string, maxTasks = MAX_TASKS): string[] {
  const { reading, draft } = plan(content, maxTasks);
  Reading.parse(reading);
  PlanDraft.parse(draft);
  return [...judgeLines(readLines(content), reading), ...judgePlan(reading, draft, maxTasks)];
}

function judgeLines(lines: readonly string[], { blocks, counts, sections }: Reading): string[] {
  const faults: string[] = [];
  const roles = new Map<number, PrdRole>();
  for (const { start_line, end_line, role, section } of blocks) {
    if (sections[section] === undefined) faults.push(`line ${start_line} is in no section`);
    if (end_line > lines.length) faults.push(`line ${end_line} is behind the last`);
    for (let line = start_line; line <= end_line; line += 1) {
      if (roles.has(line) && (lines[line - 1] ?? '').trim() !== '') faults.push(`line ${line} is in two blocks`);
      roles.set(line, role);
    }
  }
  const counted = { total: 0, work: 0, context: 0, limit: 0, done: 0, unsure: 0 };
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const role = roles.get(i + 1);
    if (role === undefined) faults.push(`line ${i + 1} has no role`);
    else counted[role] += 1;
    counted.total += 1;
  }
  if (JSON.stringify(counted) !== JSON.stringify(counts)) faults.push(`counted ${JSON.stringify(counted)}`);
  return faults;
}

function judgePlan({ requirements, blocks }: Reading, { tasks, lists }: PlanDraft, maxTasks: number): string[] {
  const faults: string[] = [];
  const known = new Set(requirements.map(({ id }) => id));
  if (known.size < requirements.length) faults.push('an id is there twice');
  const answered = new Set(tasks.flatMap(({ requirement_ids }) => requirement_ids));
  for (const { id, text, start_line, end_line } of requirements) {
    if (!answered.has(id)) faults.push(`${id} ${text} is in no task`);
    if (start_line > end_line) faults.push(`${id} ends before it begins`);
  }
  for (const id of answered) if (!known.has(id)) faults.push(`${id} is no requirement`);
  for (const { requirement_ids, start_line, role } of blocks) {
    for (const id of requirement_ids) if (!known.has(id)) faults.push(`line ${start_line} is traced by ${id}`);
    if ((role === 'work' || role === 'done') !== requirement_ids.length > 0)
      faults.push(`line ${start_line} is ${role} and traced by ${requirement_ids.length}`);
  }
  if (tasks.length > maxTasks) faults.push(`${tasks.length} tasks`);
  const keys = new Set(lists.map(({ key }) => key));
  if (keys.size < lists.length || new Set(tasks.map(({ key }) => key)).size < tasks.length) faults.push('a key twice');
  for (const { key, list, checks, requirement_ids } of tasks) {
    if (!keys.has(list)) faults.push(`${key} is in no list`);
    const own = new Set(requirement_ids);
    for (const check of checks)
      if (!check.requirement_ids.every((id) => own.has(id))) faults.push(`${key} has a check of another task`);
  }
  return faults;
}

describe('input that means harm', () => {
  it.each(Object.entries(HOSTILE))('is read and planned to the end: %s', (_, content) => {
    expect(judge(content).slice(0, 5)).toEqual([]);
  });

  it.each(['lines of boxes', '5,000 sections of one name', 'a table of tasks'])('fits into one task: %s', (name) => {
    expect(judge((HOSTILE[name] ?? '').slice(0, 20_000), 1).slice(0, 5)).toEqual([]);
  });

  it.each(['what is said twice', 'a table of ids', '5,000 sections of one name'])('keeps its ids: %s', (name) => {
    const content = (HOSTILE[name] ?? '').slice(0, SIZE);
    const { reading } = plan(content);
    const again = planOffline(content, { previous: reading.requirements, roles: NONE, maxTasks: MAX_TASKS });
    expect(again.reading.requirements).toEqual(reading.requirements);
  });
});

/**
 * The position of the cut is known, the length before it is not: one of the two hits the middle of a surrogate pair.
 */
const FACES = '😀'.repeat(600);
const bothWays = (of: (odd: string) => string): string[] => [of(''), of('x')];
const LONG_FACES: Record<string, string[]> = {
  'a backslash before one': ['- The app must answer with \\😀 when asked'],
  'a heading': bothWays((odd) => `# App\n\n## Smileys${odd}${FACES}\n\n- It must smile\n- It must laugh\n`),
  'a heading with prose': bothWays((odd) => `# App\n\n## Smileys${odd}\n\n${FACES}\n`),
  'an item': bothWays((odd) => `# App\n\n## Features\n\n- It must show ${odd}${FACES}\n`),
  'a sentence of requirements': bothWays((odd) => `# App\n\n### FR-1: Smileys${odd}\n\nIt must show ${FACES}\n`),
  'the name of a group': bothWays((odd) => `# App\n\n- Smileys${odd}${FACES}:\n  - The app must show it\n`),
  'the summary': bothWays((odd) => `# App\n\nSmileys${odd} ${FACES.repeat(4)}\n\n## Features\n\n- It must smile\n`),
  'a limit': bothWays((odd) => `# App\n\n## Features\n\n- It must smile\n\n## Constraints\n\n- ${odd}${FACES}\n`),
};

describe('characters of two units', () => {
  it.each(Object.entries(LONG_FACES))('stay whole: %s', (_, contents) => {
    for (const content of contents) {
      expect(findHalves(plan(content))).toEqual([]);
      expect(judge(content)).toEqual([]);
    }
  });
});

/** Every text with a lone surrogate. */
function findHalves(value: unknown): string[] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(findHalves) : [];
}

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '\n',
    '\r\n',
    '\n\n',
    '# ',
    '## Non-goals\n',
    '## Features\n',
    '- ',
    '  - ',
    '> ',
    '| a | b |\n|---|---|\n',
    '```\n',
    '**',
    '[',
    '](',
    '<!--',
    '- [ ] ',
    '- [x] ',
    'FR-1: ',
    'must ',
    'As a user, I want ',
    '\t',
    '---\n',

    'Acceptance criteria:\n',
    ': ',
    '. ',
    '\\😀',
    '| ID | Requirement |\n|--|--|\n| FR-2 | It must do it now |\n',
    FACES,
  ),
);
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

describe('any text at all', () => {
  it('gives a valid reading and plan in which every line has one role', () => {
    fc.assert(
      fc.property(text, (content) => {
        expect(judge(content)).toEqual([]);
        if (content.isWellFormed()) expect(findHalves(plan(content))).toEqual([]);
      }),
      { numRuns: soak(200) },
    );
  });

  it('gives the same twice, and keeps every id when nothing has changed', () => {
    fc.assert(
      fc.property(text, (content) => {
        const first = plan(content);
        expect(plan(content)).toEqual(first);
        const previous = first.reading.requirements;
        expect(planOffline(content, { previous, roles: NONE, maxTasks: MAX_TASKS })).toEqual(first);
      }),
      { numRuns: soak(100) },
    );
  });
});
