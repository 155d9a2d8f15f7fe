import type { Note } from '#contract/note.ts';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import { isAnswerNote, isQuestionNote, readAnswerBody, readQuestionBody } from '#contract/question-notes.ts';

/** The type, except for the pair of a question and its answer, which are both Context. */
export function titleOf(note: Note): string {
  if (isQuestionNote(note)) return NOTE_TEXTS.question;
  return isAnswerNote(note) ? NOTE_TEXTS.answer : NOTE_TEXTS.types[note.type];
}

/** Without the words that the title or the question above say. An answer on its own names its question. */
export function bodyOf(note: Note, isUnderQuestion: boolean): string {
  if (isQuestionNote(note)) return readQuestionBody(note.body);
  return isUnderQuestion ? readAnswerBody(note) : note.body;
}
