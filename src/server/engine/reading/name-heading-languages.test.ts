import { describe, expect, it } from 'vitest';
import { FEATURE_HEADINGS, KNOWN_HEADINGS } from '#test/heading-cases-text.ts';
import { nameHeading } from './name-heading.ts';

const cases = Object.entries(KNOWN_HEADINGS).flatMap(([language, names]) =>
  Object.entries(names).map(([name, headings]) => [language, name, headings.split('|')] as const),
);

describe('headings by language', () => {
  it.each(cases)('%s: %s', (_, name, headings) => {
    const wrong = headings.filter((heading) => !name.split(',').includes(nameHeading(heading) ?? ''));
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(FEATURE_HEADINGS))('%s: features are neither context nor limits', (_, headings) => {
    const taken = ['context', 'limit', 'soft', 'look', 'restate', 'done', 'later', 'schedule', 'quality'];
    expect(headings.split('|').filter((heading) => taken.includes(nameHeading(heading) ?? ''))).toEqual([]);
  });
});

describe('words of a name', () => {
  it('may go on for a few letters where a language changes its ends, and no further', () => {
    expect(['Риски', 'Рисков', 'Рисками'].map(nameHeading)).toEqual(['context', 'context', 'context']);
    expect(['Рискоустойчивость', 'Glossareditor', 'Risikomatrix-Export'].map(nameHeading)).toEqual([null, null, null]);
  });

  it('mean something together, and not each alone', () => {
    expect(nameHeading('Thành công')).toBe('context');
    expect(nameHeading('Công nghệ')).toBe('limit');
    expect(nameHeading('Công')).toBeNull();
  });

  it('may lack their marks, but not where that is another word', () => {
    expect(nameHeading('Metricas de exito')).toBe('context');
    expect(nameHeading('Présentation')).toBe('context');
    expect(['Presentation', 'Resume', 'Termine'].map(nameHeading)).toEqual([null, null, null]);
  });

  it('stand at the end of a German compound, behind a word that only qualifies', () => {
    expect(nameHeading('Projektrisiken')).toBe('context');
    expect(nameHeading('Produktvision')).toBe('context');
    expect(nameHeading('Projektbaukasten')).toBeNull();
  });

  it('are closed up in Korean, where the last says what it is', () => {
    expect(nameHeading('기능 정의')).toBe('work');
    expect(nameHeading('요구사항 배경')).toBe('context');
    expect(nameHeading('배경, 요구사항')).toBe('mixed');
  });

  it('end where another script begins', () => {
    expect(nameHeading('API仕様')).toBe('work');
    expect(nameHeading('API予約')).toBeNull();
  });

  it('say what is in and out of scope, in brackets too', () => {
    expect(['Escopo (in)', 'Included', 'Dentro del alcance'].map(nameHeading)).toEqual(['work', 'work', 'work']);
    expect(['Escopo (out)', 'Not Included', 'Hors scope'].map(nameHeading)).toEqual(['limit', 'limit', 'limit']);
    expect(['Alcance del proyecto', 'Version 1 Scope', 'Scope (draft)'].map(nameHeading)).toEqual([
      'mixed',
      'mixed',
      'mixed',
    ]);
  });

  it('name a page where they are kept of people', () => {
    expect(['Customer notes', 'Team contacts'].map(nameHeading)).toEqual([null, null]);
    expect(['Notes', 'Customer research'].map(nameHeading)).toEqual(['context', 'context']);
  });

  it('set nothing up where they configure something or name a stack', () => {
    expect(nameHeading('Konfiguracja')).toBe('setup');
    expect(nameHeading('Konfiguracja budżetu')).toBe('mixed');
    expect(nameHeading('Stack e infraestrutura')).toBe('limit');
  });
});
