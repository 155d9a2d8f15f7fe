import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseText } from '../reading/compare-text.ts';
import { plainText } from '../reading/read-words.ts';
import { planText } from '#test/plan-text.ts';

const PRD = `# Library

A library lends books to its members and wants to know where they are.

## Tech Stack

- Node and PostgreSQL only

## Features

### Desk

- FR-1: The desk must lend a book
- FR-2: The desk must renew a loan
- FR-3: The desk must print a slip
- FR-4: The desk must take a fine

### Box

- FR-5: The box must take a book
- FR-6: The box must lock at night
- FR-7: The box must send a message

## Security

- Passwords must be hashed
- Sessions must end after a day
`;

describe('the built-in planner', () => {
  it('gives the same bytes for the same text', () => {
    expect(JSON.stringify(planText(PRD))).toBe(JSON.stringify(planText(PRD)));
  });

  it('changes nothing else when one is deleted and the rest are renumbered', () => {
    const first = planText(PRD);
    const without = PRD.replace('- FR-3: The desk must print a slip\n', '')
      .replace('FR-4', 'FR-3')
      .replace('FR-5', 'FR-4')
      .replace('FR-6', 'FR-5')
      .replace('FR-7', 'FR-6');
    const next = planText(without, { previous: first.reading.requirements });
    const ids = (reading: typeof first.reading) =>
      Object.fromEntries(reading.requirements.map(({ text, id }) => [text, id]));
    const { 'The desk must print a slip': gone, ...rest } = ids(first.reading);
    expect(gone).toBe('FR-3');
    expect(ids(next.reading)).toEqual(rest);
    expect(next.draft.tasks.map(({ key }) => key)).toEqual(first.draft.tasks.map(({ key }) => key));
  });

  it('keeps the keys of all other tasks when a section is renamed', () => {
    const before = planText(PRD).draft.tasks;
    const after = planText(PRD.replace('### Box', '### Night box')).draft.tasks;
    expect(after.filter(({ title }) => title !== 'Night box').map(({ key }) => key)).toEqual(
      before.filter(({ title }) => title !== 'Box').map(({ key }) => key),
    );
  });

  it('adds a task that sets the project up where nothing is done and nothing else does', () => {
    const [first] = planText(PRD).draft.tasks;
    expect(first).toMatchObject({ is_enabler: true, requirement_ids: [] });
    expect(
      planText(PRD.replace('- Passwords', '- [x] Passwords')).draft.tasks.some(({ is_enabler }) => is_enabler),
    ).toBe(false);
    const own = PRD.replace(
      '### Desk\n',
      '### Project setup\n\n- Create the repository\n- Install it all\n\n### Desk\n',
    );
    expect(planText(own).draft.tasks.some(({ is_enabler }) => is_enabler)).toBe(false);
  });

  it('puts goal, limits and end into a brief, and no task', () => {
    const brief = planText(PRD).draft.lists[0]?.brief ?? '';
    expect(brief).toContain('A library lends books');
    expect(brief).toContain('Node and PostgreSQL only');
    expect(brief).toContain('Done when');
    expect(brief).not.toContain('The desk must lend');
  });

  it('says that it only follows the outline where nothing breaks the work down, and not where it does', () => {
    expect(planText(PRD).draft.is_outline).toBe(false);
    const prose = planText(
      '# App\n\n## Requirements\n\nThe desk lends books. The clerk prints a slip. It must be fast.\n',
    ).draft;
    expect(prose.is_outline).toBe(true);
    expect(prose.notices).toContain('This follows the outline of the document. Your agent can draft a better plan.');
  });

  it('says so too where more than a tenth of the lines is unsure', () => {
    expect(
      planText(`${PRD}\n## Zorplak\n\n- Blue thing\n- Red thing\n- Green thing\n- Grey thing\n`).draft.is_outline,
    ).toBe(true);
  });

  it('merges neighbours to fit, says so, and leaves nothing out', () => {
    const whole = planText(PRD);
    const { draft, reading } = planText(PRD, { maxTasks: 2 });
    expect(draft.tasks).toHaveLength(2);
    expect(draft.notices.at(-1)).toContain('at most 2 tasks');
    expect(new Set(draft.tasks.flatMap(({ requirement_ids }) => requirement_ids))).toEqual(
      new Set(reading.requirements.map(({ id }) => id)),
    );
    expect(reading).toEqual(whole.reading);
  });

  it('plans nothing where nothing is asked for, and says so', () => {
    expect(planText('# App\n\nThe library is old.\n').draft).toMatchObject({ lists: [], tasks: [], is_outline: true });
  });
});

const WORDS = ['desk', 'book', 'member', 'loan', 'slip', 'shelf', 'clerk', 'fine', 'night', 'door'];
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((all) => all.join(' '));
const line = fc.oneof(
  words.map((text) => `\n## ${text}\n`),
  words.map((text) => `\n### Feature 1: ${text}\n`),
  words.map((text) => `\n### Feature 2: ${text}\n`),
  fc.constantFrom(
    '\n## Features\n',
    '\n## Non-Goals\n',
    '\n## Risks\n',
    '\n## Acceptance Criteria\n',
    '\n## Future\n',
    '',
  ),
  words.map((text) => `- It must ${text}`),
  words.map((text) => `- ${text}`),
  words.map((text) => `  - ${text} below`),
  words.map((text) => `- [ ] ${text}`),
  words.map((text) => `- [x] ${text}`),
  words.map((text) => `- **${text}**: the *clerk* can ${text}`),
  words.map((text) => `- As a member, I want to ${text} so that it is done`),
  words.map((text) => `\nThe ${text} must be. It is ${text}.\n`),
  words.map((text) => `\n**${text}**\n`),
  words.map(
    (text) =>
      `\n| ID | Requirement | Status |\n|---|---|---|\n| FR-1 | The clerk must ${text} | Done |\n| FR-2 | ${text} it must | |\n`,
  ),
  words.map((text) => `\n\`\`\`\n${text}\n\`\`\`\n`),
);
const document = fc.array(line, { maxLength: 40 }).map((lines) => `# Library\n\n${lines.join('\n')}\n`);

describe('any document of common parts', () => {
  it('gives titles that are pieces of it, checks that are no echoes, and no ticked box as open work', () => {
    fc.assert(
      fc.property(document, (content) => {
        const { reading, draft } = planText(content);
        const lines = content.split('\n');
        const said = plainText(content.replace(/[|#]/gu, ' ').replace(/^\s*(?:[-*] )?(?:\[[ x]\] )?/gmu, ''));
        const ticked = new Set(
          reading.requirements
            .filter(({ start_line }) => (lines[start_line - 1] ?? '').includes('[x]'))
            .map(({ id }) => id),
        );
        for (const task of draft.tasks) {
          if (!task.is_enabler) expect(said).toContain(task.title);
          for (const check of task.checks) {
            expect(normaliseText(check.text)).not.toBe(normaliseText(task.title));
            if (check.requirement_ids.every((id) => ticked.has(id))) expect(check.done).toBe(true);
          }
          if (task.requirement_ids.length > 0 && task.requirement_ids.every((id) => ticked.has(id)))
            expect(task.done).toBe(true);
        }
        const total = lines.filter((each) => each.trim() !== '').length;
        expect(reading.counts.total).toBe(total);
      }),
      { numRuns: 300 },
    );
  });
});
