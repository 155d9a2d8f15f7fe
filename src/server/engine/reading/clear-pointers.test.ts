import { describe, expect, it } from 'vitest';
import { checksOf, planText, rolesOf, titlesOf } from '#test/plan-text.ts';

const epic = (n: number, name: string) =>
  `## Epic ${n}: ${name}\n\n- The ${name} must open\n- The ${name} must close\n- The ${name} must beep\n\n`;
const EPICS = `${epic(1, 'Desk')}${epic(2, 'Box')}`;

describe('an overview of what follows', () => {
  it('is context where its bold lines are headings further on', () => {
    const content = `# App\n\n## Epic List\n\nThese are the epics:\n\n**Epic 1: Desk**\nBuild a desk that lends books.\n\n**Epic 2: Box**\nBuild a box that takes them.\n\n${EPICS}`;
    expect(titlesOf(content)).toEqual(['Epic 1: Desk', 'Epic 2: Box']);
    expect(rolesOf(content)['Build a desk that lends books.']).toBe('context');
  });

  it('is context where its sub-heading is the heading of a section with work', () => {
    const content = `# App\n\n## Features\n\n### Epic 1: Desk\n\nThe desk lends books to members.\n\n${EPICS}`;
    expect(rolesOf(content)['The desk lends books to members.']).toBe('context');
  });

  it('stays work where it has points of its own, or nothing follows under that name', () => {
    const listed = `# App\n\n## Features\n\n### Epic 1: Desk\n\n- The desk must have a lamp\n- The desk must have a bell\n\n${EPICS}`;
    expect(rolesOf(listed)['- The desk must have a lamp']).toBe('work');
    const alone = `# App\n\n## Features\n\n### Garden\n\nThe garden opens on Sundays.\n\n${EPICS}`;
    expect(rolesOf(alone)['The garden opens on Sundays.']).toBe('work');
  });
});

describe('a section that stands twice', () => {
  const roadmap = '## Roadmap\n\n- The desk must lend\n- The desk must renew\n- The desk must print\n\n';

  it('asks for nothing the second time', () => {
    const checks = Object.values(checksOf(`# App\n\n${roadmap}## Risks\n\n- Fire\n\n${roadmap}`)).flat();
    expect(checks).toEqual(['The desk must lend', 'The desk must renew', 'The desk must print']);
    expect(planText(`# App\n\n${roadmap}${roadmap}`).reading.requirements).toHaveLength(3);
  });

  it('is read again where a line differs, or where it is part of another feature', () => {
    const other = roadmap.replace('renew', 'call');
    expect(planText(`# App\n\n${roadmap}${other}`).reading.requirements).toHaveLength(6);
    const inside = roadmap.replace('##', '###');
    expect(planText(`# App\n\n## Desk 1\n\n${inside}## Desk 2\n\n${inside}`).reading.requirements).toHaveLength(6);
  });
});
