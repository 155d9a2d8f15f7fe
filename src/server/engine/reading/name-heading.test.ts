import { describe, expect, it } from 'vitest';
import { nameHeading } from './name-heading.ts';

describe('the name of a heading', () => {
  it.each([
    ['Key Risks and Mitigations', 'context'],
    ['Problem Statement', 'context'],
    ['User Personas', 'context'],
    ['Success Metrics', 'context'],
    ['Open Questions', 'context'],
    ['Zielgruppe', 'context'],
    ['Problématique', 'context'],
    ['背景与目标', 'context'],
    ['Non-Goals', 'limit'],
    ['Out of Scope', 'limit'],
    ['Technical Constraints', 'limit'],
    ['Tech Stack', 'limit'],
    ['非目标', 'limit'],
    ['Functional Requirements', 'work'],
    ['Core Features', 'work'],
    ['功能需求', 'work'],
    ['Non-Functional Requirements', 'quality'],
    ['Security', 'quality'],
    ['Data Model', 'data'],
    ['Future Enhancements', 'later'],
    ['Acceptance Criteria', 'restate'],
    ['Milestones', 'schedule'],
    ['Completed Features', 'done'],
  ])('%s says %s', (heading, name) => {
    expect(nameHeading(heading)).toBe(name);
  });

  it.each(['Risk Summary Export', 'Persona Builder', 'Goal Tracking', 'Lending desk', 'Widget constraints solver'])(
    '%s says nothing: one word of it is not known',
    (heading) => {
      expect(nameHeading(heading)).toBeNull();
    },
  );

  it.each(['Goals and Non-Goals', 'Scope', 'In / Out of Scope'])('%s passes nothing down', (heading) => {
    expect(['mixed', 'limit']).toContain(nameHeading(heading));
    expect(nameHeading('Scope')).toBe('mixed');
  });

  it('says nothing of an empty or endless heading', () => {
    expect(nameHeading('')).toBeNull();
    expect(nameHeading('risks '.repeat(100))).toBeNull();
  });
});
