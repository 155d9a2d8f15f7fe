import { describe, expect, it } from 'vitest';
import { leansToWork, nameHeading } from './name-heading.ts';

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
    ['Revenue model', 'context'],
    ['Go-to-market strategy', 'context'],
    ['Team split', 'context'],
    ['Demo script', 'context'],
    ['Risk Assessment', 'context'],
    ['Logical Dependency Chain', 'context'],
    ['Table of Contents', 'context'],
    ["What we're NOT building", 'limit'],
    ['Known limitations and gaps', 'limit'],
    ['Non-negotiable principles', 'limit'],
    ['Instructions for the AI', 'limit'],
    ['In Scope', 'work'],
    ['Core Feature Set', 'work'],
    ['Definition of Done for every stage', 'restate'],
    ['Component Architecture', 'soft'],
    ['Brand & Colours', 'look'],
    ['Deployment', 'look'],
    ['Future Work', 'later'],
    ['Contexte d’usage', 'context'],
    ['Sicherheitsrisiken', 'context'],
    ['Bestandslogik', 'work'],
    ['Backend-API-Regeln', 'work'],
    ['Historyjki użytkowników', 'work'],
    ['Regras de Negócio', 'work'],
    ['Preguntas abiertas', 'context'],
    ['Открытые вопросы', 'context'],
    ['需求背景', 'context'],
    ['用户需求', 'work'],
    ['やらないこと', 'limit'],
    ['수익 모델', 'context'],
  ])('%s says %s', (heading, name) => {
    expect(nameHeading(heading)).toBe(name);
  });

  it.each([
    'Risk Summary Export',
    'Persona Builder',
    'Goal Tracking',
    'Lending desk',
    'Widget constraints solver',
    'Team Builder',
  ])('%s says nothing: one word of it is not known', (heading) => {
    expect(nameHeading(heading)).toBeNull();
  });

  it.each(['Goals and Non-Goals', 'Scope', 'In / Out of Scope'])('%s passes nothing down', (heading) => {
    expect(['mixed', 'limit']).toContain(nameHeading(heading));
    expect(nameHeading('Scope')).toBe('mixed');
  });

  it('is what stands behind the count of a part, and an appendix is context but for requirements in it', () => {
    expect(nameHeading('Part IV: Target Users')).toBe('context');
    expect(nameHeading('Part IX: API Requirements')).toBe('work');
    expect(nameHeading('Appendix C: how a loan is counted')).toBe('context');
    expect(nameHeading('Appendix B: Functional Requirements')).toBe('work');
    expect(nameHeading('Appendix viewer')).toBeNull();
  });

  it('is what stands before a dash or colon, if that is more than one word and counts nothing', () => {
    expect(nameHeading('Success Metrics — second drop')).toBe('context');
    expect(nameHeading('Status: Zorplak')).toBeNull();
    expect(nameHeading('Epic 2: Zorplak')).toBeNull();
  });

  it('may stand in brackets behind a heading of another language, not behind one of the same', () => {
    expect(nameHeading('ĐỐI THỦ (User Personas)')).toBe('context');
    expect(nameHeading('Zorplak (User Personas)')).toBeNull();
  });

  it('passes nothing down where requirements and limits, or scope in and out, stand together', () => {
    expect(nameHeading('Technical Requirements and Limitations')).toBe('mixed');
    expect(nameHeading('Scope Definition')).toBe('mixed');
  });

  it('leans to work where one word names work and none anything else', () => {
    expect(['Zorplak Rules', 'Contratos de API', 'Resolution Logic'].map(leansToWork)).toEqual([true, true, true]);
    expect(['Zorplak Risks', 'Swap Flow Summary', 'Zorplak', 'What should happen'].map(leansToWork)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('says nothing of an empty or endless heading', () => {
    expect(nameHeading('')).toBeNull();
    expect(nameHeading('risks '.repeat(100))).toBeNull();
  });
});
