import { normaliseText, wordsOf } from '../reading/compare-text.ts';

const STOP = new Set(
  'the and for with from into that this are can will must should user users system app page screen view feature features management support data und der die das für mit des les pour avec del los para con que uma com dos das 的 和'.split(
    ' ',
  ),
);

/** The words a title is known by, without those that many titles have. */
export function titleWords(text: string): Set<string> {
  return wordsOf(
    normaliseText(text)
      .split(' ')
      .filter((word) => word.length > 2 && !STOP.has(word))
      .join(' '),
  );
}

export function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared;
}

/** What is said of any part of a system, and how long it takes. */
export const PLAIN_WORDS =
  /(?<!\p{L})(?:implement\p{L}*|create|build|develop|add|basic|simple|initial|full|complete|working|system|module|services?|components?|layers?|processor|functionalit\p{L}*|funktionalit\p{L}*|features?|api|ui|interface|screens?|hours?|days?|weeks?|umsetzen|stunden|tage|wochen|horas|días|dias|heures|jours)(?!\p{L})/giu;
