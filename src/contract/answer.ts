import { z } from 'zod';
import { ANSWER_MAX, OPTIONS_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Id, text, Timestamp } from './fields.ts';
import { Task } from './task.ts';

export const answerQuestion = endpoint({
  id: 'answerQuestion',
  method: 'POST',
  path: '/api/tasks/:id/answer',
  access: 'caller',
  summary: 'Answer what an agent asked about a task; until somebody goes on with it, the answer can be changed',
  params: z.strictObject({ id: Id }),
  body: z
    .strictObject({
      text: text(ANSWER_MAX).optional().meta({ description: 'Adds to the option, or stands alone' }),
      option: z.int().min(1).max(OPTIONS_MAX).optional().meta({ description: 'The place of the option, from 1' }),
      decide: z.boolean().optional().meta({ description: 'Leaves the choice to whoever goes on with the task' }),
      replaces_at: Timestamp.nullable().optional().meta({
        description: 'The time of the answer it changes, null for none; refused with 409 when there is another',
      }),
      question_id: Id.optional().meta({ description: 'Refused with 409 when another question is open by now' }),
    })
    .refine(
      ({ text: words, option, decide }) => (words ?? '').trim() !== '' || option !== undefined || decide === true,
      { path: ['text'], message: 'say something, choose an option, or leave the decision to the agent' },
    )
    .refine(({ option, decide }) => option === undefined || decide !== true, {
      path: ['decide'],
      message: 'choose an option or leave the decision to the agent, not both',
    }),
  answer: Task,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const withdrawAnswer = endpoint({
  id: 'withdrawAnswer',
  method: 'DELETE',
  path: '/api/tasks/:id/answer',
  access: 'caller',
  summary: 'Take an answer back: the question is open again. Refused once somebody goes on with the task',
  params: z.strictObject({ id: Id }),
  answer: Task,
  errors: ['NOT_FOUND', 'CONFLICT'],
});
