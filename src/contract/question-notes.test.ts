import { expect, test } from 'vitest';
import type { Note } from './note.ts';
import {
  isAnswerNote,
  isQuestionNote,
  pairAnswers,
  readAnswerBody,
  readQuestionBody,
  writeAnswerBody,
  writeQuestionBody,
} from './question-notes.ts';

const note = (id: string, question_id: string | null = null) => ({ id, question_id }) as Note;
const shapeOf = (notes: readonly Note[]) =>
  pairAnswers(notes).map(({ note: each, answers, first }) => [
    each.id,
    ...answers.map(({ id }) => id),
    `at ${first.id}`,
  ]);

test('an answer stands under its question, at the place of the first of the two', () => {
  const notes = [note('later'), note('a', 'q'), note('between'), note('q', 'q'), note('earlier')];
  expect(shapeOf(notes)).toEqual([
    ['later', 'at later'],
    ['q', 'a', 'at a'],
    ['between', 'at between'],
    ['earlier', 'at earlier'],
  ]);
  expect(shapeOf(notes.toReversed())[1]).toEqual(['q', 'a', 'at q']);
});

test('an answer whose question is not there stands alone, and a question without an answer too', () => {
  expect(shapeOf([note('a', 'gone'), note('q', 'q')])).toEqual([
    ['a', 'at a'],
    ['q', 'at q'],
  ]);
});

test('events of an older version are neither', () => {
  const old = { id: 'n' } as Note;
  expect([isQuestionNote(old), isAnswerNote(old)]).toEqual([false, false]);
});

test('what was written is read again, and what somebody edited is left as it is', () => {
  const author = { kind: 'user', id: null, name: 'Mira' } as const;
  const answer = 'Oak.\n\nTo: the north yard.';
  expect(readAnswerBody({ body: writeAnswerBody(author, answer, 'Oak or elm?'), author })).toBe(answer);
  const nameless = { ...author, name: '' };
  expect(writeAnswerBody(nameless, 'Oak.', 'Oak or elm?')).toBe('Answer from A person: Oak.\n\nTo: Oak or elm?');
  expect(readAnswerBody({ body: 'Elm after all.', author })).toBe('Elm after all.');
  expect(readQuestionBody(writeQuestionBody('Oak or elm?'))).toBe('Oak or elm?');
  expect(readQuestionBody('Which wood?')).toBe('Which wood?');
});
