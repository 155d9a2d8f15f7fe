import { describe, expect, it } from 'vitest';
import { splitSentences } from './split-sentences.ts';

const split = (text: string) => splitSentences(text).map((each) => each.text);

describe('an abbreviation', () => {
  it.each([
    'Presety (np. Szybki start) są widoczne.',
    'Das Pult zeigt z. B. Bücher an.',
    'Der Beleg bzw. Die Quittung wird gedruckt.',
    'El mostrador muestra p. ej. Libros nuevos.',
    'Стол выдаёт книги, т. е. Любые издания.',
    'The desk lends books, cf. Section two.',
  ])('ends no sentence: %s', (text) => {
    expect(split(text)).toEqual([text]);
  });

  it('is not every short word with a dot', () => {
    expect(split('The desk opens at 9 a.m. It closes at noon.')).toHaveLength(2);
    expect(split('Use plan b. The desk must go. It beeps.')).toHaveLength(3);
  });
});
