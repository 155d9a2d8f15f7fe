import { describe, expect, it } from 'vitest';
import { planText } from '#test/plan-text.ts';

const isOutline = (content: string) => planText(content).draft.is_outline;
const verbs = ['open', 'close', 'beep', 'glow', 'hum', 'turn', 'lock', 'call', 'print', 'wait'];
const points = (thing: string, count: number, box = '') =>
  Array.from({ length: count }, (_, i) => `- ${box}The ${thing} must ${verbs[i % 10]} ${i} times\n`).join('');
const feature = (name: string, count: number, box = '') => `### ${name}\n\n${points(name, count, box)}\n`;
const FEATURES = `# App\n\n## Features\n\n${feature('Desk', 5)}${feature('Box', 5)}${feature('Gate', 4)}${feature('Lamp', 5)}`;

describe('a plan says how far to trust it', () => {
  it('is not doubted where features hold nearly all of the work', () => {
    expect(isOutline(FEATURES)).toBe(false);
    expect(isOutline(`${FEATURES}\n## Screens\n\n${points('screen', 6)}`)).toBe(false);
  });

  it('is doubted where nearly half of the work stands beside the features', () => {
    expect(isOutline(`${FEATURES}\n## Screens\n\n${points('screen', 8)}\n## Rules\n\n${points('rule', 9)}`)).toBe(true);
  });

  it('is doubted where most of the document is prose', () => {
    const prose = Array.from({ length: 80 }, (_, i) => `The town had ${i} libraries once.\n\n`).join('');
    expect(isOutline(`${FEATURES}\n## History\n\n${prose}`)).toBe(true);
  });

  it('is doubted where much is done and the rest bears no mark', () => {
    const done = `# App\n\n## Features\n\n${feature('Desk', 5, '[x] ')}${feature('Box', 5, '[x] ')}${feature('Gate', 4, '[x] ')}`;
    expect(isOutline(`${done}${feature('Lamp', 5)}`)).toBe(true);
    expect(isOutline(`${done}${feature('Lamp', 5, '[ ] ')}`)).toBe(false);
  });

  it('is doubted where most tasks are single points, but for tables', () => {
    const labelled = ['Desk', 'Box', 'Gate', 'Lamp', 'Bell']
      .map((name) => `- **${name}**: members use the ${name} of the library on every day of the week\n`)
      .join('');
    expect(isOutline(`# App\n\n## Features\n\n${labelled}`)).toBe(true);
    const table = (name: string) => `### ${name}\n\n| Field | Type |\n|---|---|\n| id | text |\n| name | text |\n\n`;
    expect(isOutline(`${FEATURES}\n## Data Model\n\n${table('Loan')}${table('Member')}${table('Book')}`)).toBe(false);
  });

  it('is doubted where several tasks are too large to be one', () => {
    const large = (name: string) =>
      `### Feature: ${name}\n\n**Requirements:**\n\n${points(name, 11)}\n**Acceptance Criteria:**\n\n${points(`${name} at night`, 11)}\n`;
    expect(isOutline(`# App\n\n## Features\n\n${['Desk', 'Box', 'Gate'].map(large).join('')}`)).toBe(true);
  });

  it('is doubted where many tasks bear the same name', () => {
    expect(isOutline(`${FEATURES}${feature('Desk', 4)}`)).toBe(true);
    expect(isOutline(`${FEATURES}${feature('Bell', 4)}`)).toBe(false);
  });

  it('is not doubted for what its features took in', () => {
    const names = ['Desk', 'Box', 'Gate', 'Lamp'];
    const again = names
      .map((name) => feature(`${name} service`, 4).replaceAll(`${name} service must`, `${name} server must`))
      .join('');
    const strange = ['Bell', 'Well', 'Tree', 'Pond'].map((name) => feature(`${name} service`, 4)).join('');
    expect(isOutline(`${FEATURES}\n## Services\n\n${again}`)).toBe(false);
    expect(isOutline(`${FEATURES}\n## Services\n\n${strange}`)).toBe(true);
  });

  it('is doubted where tasks are called by a number alone', () => {
    const pages = (title: (n: number) => string) =>
      `# App\n\n${[1, 2, 3, 4, 5].map((n) => `## ${title(n)}\n\n${points(`thing of ${verbs[n]}`, 4)}\n`).join('')}`;
    expect(isOutline(pages((n) => `Page ${n}`))).toBe(true);
    expect(isOutline(pages((n) => `Page ${n}: To ${verbs[n]}`))).toBe(false);
  });

  it('is not doubted where the labels of one list are its tasks', () => {
    const labelled = (count: number) =>
      ['Desk', 'Box', 'Gate', 'Lamp', 'Bell']
        .slice(0, count)
        .map((name) => `**${name} and door**\n\n${points(name, 5)}\n`)
        .join('');
    expect(isOutline(`# App\n\n## User Stories\n\n${labelled(5)}`)).toBe(false);
    expect(isOutline(`# App\n\n## User Stories\n\n${labelled(2)}`)).toBe(true);
  });
});
