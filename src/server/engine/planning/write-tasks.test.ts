import { describe, expect, it } from 'vitest';
import { planText, rolesOf, taskOf, titlesOf } from '#test/plan-text.ts';

const FEATURES = '## Features\n\n- The desk must lend\n- The desk must renew\n- The desk must print\n\n';

describe('code under a heading that is the title', () => {
  it('is a check that says what stands at its margin', () => {
    const code = '```ts\ninterface Loan {\n  id: string;\n}\n\n// members\ninterface Member {\n  id: string;\n}\n```\n';
    const { checks } = taskOf(`# App\n\n${FEATURES}## Data model\n\n${code}`, 'Data model');
    expect(checks.map(({ text }) => text)).toEqual(['interface Loan; members; interface Member']);
  });
});

describe('the set-up task that is added', () => {
  it('says what is chosen, and where', () => {
    const stack = '## Tech stack\n\n| Layer | Choice |\n|---|---|\n| Web | Elm |\n';
    const task = taskOf(`# App\n\n${FEATURES}${stack}`, 'Set up the project');
    expect(task.description).toContain('| Web | Elm |');
    expect(task.prd_lines?.start).toBe(9);
  });

  it('is not added for a heading over prose', () => {
    const titles = titlesOf(
      `# App\n\n${FEATURES}## Technical architecture\n\nThe desk talks to the box over a wire.\n`,
    );
    expect(titles).not.toContain('Set up the project');
  });
});

describe('the version a document is about', () => {
  const plan = (title: string) =>
    planText(`# ${title}\n\n${FEATURES}## Opening (v2)\n\n- The box must open\n- The box must close\n`).draft.tasks;

  it('is not later', () => {
    expect(plan('Library v2').map(({ parked }) => parked)).toEqual([false, false]);
    expect(plan('Library').map(({ parked }) => parked)).toEqual([false, true]);
  });

  it('changes no role', () => {
    expect(rolesOf('# Library v2\n\n## Opening (v2)\n\n- The box must open\n')['- The box must open']).toBe('work');
  });
});

describe('what closes a plan', () => {
  const top = (name: string) => `## ${name}\n\n- The ${name} must open\n- The ${name} must close\n\n`;
  const part = (name: string) =>
    `### ${name}\n\n${['open', 'close', 'turn', 'beep', 'glow'].map((verb) => `- The ${name} must ${verb}\n`).join('')}\n`;

  it('comes after the other lists, though it is a part of one task like the features', () => {
    const content = `# App\n\n${top('Desk')}${top('Gate')}${top('Lamp')}## Milestones\n\n- The mayor must see the pictures\n- The mayor must cut the ribbon\n\n## Rooms\n\n${part('Hall')}${part('Cellar')}${part('Attic')}## Grounds\n\n${part('Garden')}${part('Yard')}`;
    expect(titlesOf(content).at(-1)).toBe('Milestones');
  });
});
