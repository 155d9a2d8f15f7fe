import { describe, expect, it } from 'vitest';
import { planText } from '#test/plan-text.ts';

const part = (heading: string, ...subs: string[]) =>
  `## ${heading}\n\n${subs.map((sub) => `### ${sub}\n\n- The ${sub} must open a\n- The ${sub} must close b\n- The ${sub} must beep c\n- The ${sub} must glow d\n- The ${sub} must hum e\n\n`).join('')}`;

describe('lists', () => {
  const content = `# App\n\n${part('Future Ideas', 'Robot', 'Drone')}${part('Security', 'Locks', 'Keys')}${part('Features', 'Desk', 'Box', 'Printer')}${part('Data Model', 'Loan', 'Member')}`;
  const { lists, tasks } = planText(content).draft;

  it('are the parts of the document', () => {
    expect(new Set(lists.map(({ name }) => name))).toEqual(
      new Set(['Data Model', 'Features', 'Security', 'Future Ideas']),
    );
  });

  it('come in the order of the work: data, features, qualities, later', () => {
    expect(lists.map(({ name }) => name)).toEqual(['Data Model', 'Features', 'Security', 'Future Ideas']);
  });

  it('park what is for later and nothing else', () => {
    const late = lists.find(({ name }) => name === 'Future Ideas')?.key;
    expect(tasks.filter(({ parked }) => parked).every(({ list }) => list === late)).toBe(true);
    expect(tasks.filter(({ list }) => list === late).every(({ parked }) => parked)).toBe(true);
  });

  it('order features by priority, then as the document has them', () => {
    const prioritised = `# App\n\n## Features\n\n### Desk (P1)\n\n- must a\n- must b\n\n### Box (P0)\n\n- must c\n- must d\n\n### Print (P1)\n\n- must e\n- must f\n`;
    expect(planText(prioritised).draft.tasks.map(({ title }) => title)).toEqual(['Box', 'Desk', 'Print']);
  });
});
