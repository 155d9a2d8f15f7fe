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

describe('what has to be there first', () => {
  const points = (thing: string) => ['open', 'close', 'beep'].map((verb) => `- The ${thing} must ${verb}\n`).join('');
  const FEATURES = part('Features', 'Desk', 'Box', 'Printer');
  const listOf = (content: string, title: string) => {
    const { lists, tasks } = planText(content).draft;
    return lists.find(({ key }) => key === tasks.find((task) => task.title === title)?.list)?.name;
  };

  it('opens the plan, though the part it stands in comes later', () => {
    const content = `# App\n\n${FEATURES}## Technical Matters\n\n### Database Schema\n\n${points('table')}\n### Browsers\n\n${points('browser')}${points('window')}${points('tab')}\n### Printers\n\n${points('printer queue')}`;
    const { lists, tasks } = planText(content).draft;
    expect(tasks[0]?.title).toBe('Database Schema');
    expect(lists.map(({ name }) => name)).toEqual(['Features', 'Technical Matters']);
    expect(listOf(content, 'Browsers')).toBe('Technical Matters');
  });

  it('stays together where a part holds mostly that', () => {
    const content = `# App\n\n${FEATURES}${part('Data Model', 'Loan', 'Member')}`;
    expect(listOf(content, 'Loan')).toBe('Data Model');
  });

  it('is a data model by the end of its name', () => {
    const model = part('Hierarchy & Data Model (the containers)', 'Loan', 'Member');
    expect(planText(`# App\n\n${FEATURES}${model}`).draft.tasks[0]?.title).toBe('Loan');
    const gallery = part('Data model gallery', 'Canvas', 'Palette');
    expect(planText(`# App\n\n${FEATURES}${gallery}`).draft.tasks[0]?.title).toBe('Desk');
  });

  it('is no set-up task where anything is done', () => {
    const stack = `## Tech Stack\n\n- Node only\n\n${FEATURES}`;
    expect(planText(`# App\n\n${stack}`).draft.tasks[0]?.is_enabler).toBe(true);
    const rows =
      '### Bell\n\n| Feature | Status |\n|---|---|\n| Ring the bell at noon | Open |\n| Ring the bell at night | ✅ Done |\n';
    expect(planText(`# App\n\n${stack}${rows}`).draft.tasks.some(({ is_enabler }) => is_enabler)).toBe(false);
  });
});

describe('parts that share the name of the document', () => {
  const points = (thing: string) =>
    ['open', 'close', 'beep', 'hum'].map((verb) => `- The ${thing} must ${verb}\n`).join('');
  it('begin with those that count up', () => {
    const content = `# App\n\n## Rules of the house\n\n${points('house')}\n## Epic 1: Desk\n\n${points('desk')}\n## Epic 2: Box\n\n${points('box')}`;
    expect(planText(content).draft.tasks.map(({ title }) => title)).toEqual([
      'Epic 1: Desk',
      'Epic 2: Box',
      'Rules of the house',
    ]);
  });
});
