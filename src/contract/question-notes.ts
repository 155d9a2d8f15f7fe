import { actorName } from './actor-name.ts';
import type { EventActor } from './fields.ts';
import type { Note } from './note.ts';
import type { Question } from './question.ts';

type Linked = Pick<Note, 'id' | 'question_id'>;

/**
 * The note of a question has the id of the question, the note of its answer refers to it. Events of older versions lack
 * the field.
 */
export const isQuestionNote = ({ id, question_id }: Linked): boolean => question_id === id;
export const isAnswerNote = ({ id, question_id }: Linked): boolean => question_id != null && question_id !== id;

const QUESTION_PREFIX = 'Question: ';
const TO = '\n\nTo: ';

export const writeQuestionBody = (text: string): string => `${QUESTION_PREFIX}${text}`;

/** Readable on its own, for agents and files: who answered, what, and to which question. */
export const writeAnswerBody = (by: EventActor, answer: string, question: string): string =>
  `${answerPrefix(by)}${answer}${TO}${question}`;

/** An answer as one text: the option, an addition, or that the agent may choose. */
export function sayAnswer({ answer, options }: Pick<Question, 'answer' | 'options'>): string {
  if (answer === null) return '';
  const chosen = answer.option === null ? '' : (options[answer.option - 1]?.label ?? '');
  return [chosen, answer.decide ? 'Decide yourself' : '', answer.text].filter((each) => each !== '').join('. ');
}

const answerPrefix = (by: EventActor) => `Answer from ${actorName(by)}: `;

/** Whether this is the body of an answer to that question. */
export const answersTo = (body: string, question: string): boolean => body.endsWith(`${TO}${question}`);

/** Without what the heading and the note above it say already; unchanged where somebody has edited that away. */
export const readQuestionBody = (body: string): string =>
  body.startsWith(QUESTION_PREFIX) ? body.slice(QUESTION_PREFIX.length) : body;

export function readAnswerBody({ body, author }: Pick<Note, 'body' | 'author'>): string {
  const prefix = answerPrefix(author);
  if (!body.startsWith(prefix)) return body;
  const end = body.lastIndexOf(TO);
  return body.slice(prefix.length, end < prefix.length ? undefined : end);
}

export interface Paired<T> {
  note: T;
  answers: T[];
  /** Of the note and its answers, the one at whose place they are. */
  first: T;
}

/** Notes in their order, each answer moved behind its question, where the first of the two was. */
export function pairAnswers<T extends Linked>(notes: readonly T[]): Paired<T>[] {
  const questions = new Map(notes.filter(isQuestionNote).map((note) => [note.id, note]));
  const answersOf = Map.groupBy(
    notes.filter((note) => isAnswerNote(note) && note.question_id !== null && questions.has(note.question_id)),
    ({ question_id }) => question_id,
  );
  const placed = new Set<T>();
  const paired: Paired<T>[] = [];
  for (const each of notes) {
    const note = (each.question_id === null ? undefined : questions.get(each.question_id)) ?? each;
    if (placed.has(note)) continue;
    placed.add(note);
    paired.push({ note, answers: answersOf.get(note.id) ?? [], first: each });
  }
  return paired;
}
