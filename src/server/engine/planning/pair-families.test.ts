import { describe, expect, it } from 'vitest';
import { checksOf, planText, titlesOf } from '#test/plan-text.ts';

const must = (thing: string, ...verbs: string[]) => verbs.map((verb) => `- The ${thing} must ${verb}\n`).join('');
const unit = (heading: string, thing: string, ...verbs: string[]) => `### ${heading}\n\n${must(thing, ...verbs)}\n`;
const VERBS = ['open', 'close', 'lock', 'beep'];
const FEATURES = `# App

## Features

${unit('Loan desk', 'desk', ...VERBS)}${unit('Fine collection', 'clerk', ...VERBS)}${unit('Night box', 'box', ...VERBS)}${unit('Member card', 'card', ...VERBS)}`;

describe('a second breakdown of the same work', () => {
  const COMPONENTS = `\n## Components\n\n${unit('Loan Desk Service', 'desk server', 'answer fast', 'keep a log', 'start alone')}${unit('Fine Collection Layer', 'fine server', 'answer fast', 'keep a log', 'start alone')}${unit('Night Box Component', 'box server', 'answer fast', 'keep a log', 'start alone')}`;

  it('gives each unit to the feature it is called like', () => {
    const content = `${FEATURES}${COMPONENTS}`;
    expect(titlesOf(content)).toEqual(['Loan desk', 'Fine collection', 'Night box', 'Member card']);
    expect(checksOf(content)['Night box']).toContain('The box server must keep a log');
  });

  it('keeps what is left as one task of its heading, and larger units by their own names', () => {
    const rest = `${unit('Mail server', 'mail', 'be sent')}${unit('Backup tape', 'tape', 'turn')}${unit('Door camera', 'camera', ...VERBS)}`;
    const titles = titlesOf(`${FEATURES}${COMPONENTS}${rest}`);
    expect(titles.slice(4).toSorted()).toEqual(['Components', 'Door camera']);
  });

  it('stays where only few of its units are called like features', () => {
    const screens = `\n## Screens\n\n${unit('Loan desk list', 'list', 'scroll', 'sort', 'jump', 'fold')}${unit('Welcome', 'door', 'open', 'greet', 'shine')}${unit('Contact', 'form', 'send', 'clear', 'thank')}`;
    expect(titlesOf(`${FEATURES}${screens}`)).toEqual(expect.arrayContaining(['Loan desk list', 'Welcome', 'Contact']));
  });

  it('says once what both say', () => {
    const content =
      `${FEATURES}${COMPONENTS.replace('The box server must keep a log', 'The night box of the house must stay dry in rain')}`.replace(
        '- The box must open\n',
        '- The night box of the house must stay dry in the rain\n- The box must open\n',
      );
    const { tasks } = planText(content).draft;
    const dry = tasks.flatMap(({ checks }) => checks).filter(({ text }) => text.includes('stay dry'));
    expect(dry.map(({ requirement_ids }) => requirement_ids.length)).toEqual([2]);
  });
});

describe('two parts of one name', () => {
  const beside = (part: string) =>
    `\n## ${part}\n\n${unit('Night box', 'lid', 'shine', 'turn')}${unit('Garden', 'tree', 'grow', 'bloom', 'turn red', 'stand', 'bend', 'lean', 'live')}`;

  it('are one task where one of them is a feature', () => {
    const checks = checksOf(`${FEATURES}${beside('Surroundings')}`);
    expect(Object.keys(checks).filter((title) => title === 'Night box')).toHaveLength(1);
    expect(checks['Night box']).toHaveLength(6);
  });

  it('stay two where the other is non-functional', () => {
    const titles = titlesOf(`${FEATURES}${beside('Non-functional requirements')}`);
    expect(titles.filter((title) => title === 'Night box')).toHaveLength(2);
  });
});
