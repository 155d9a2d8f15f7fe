import { z } from 'zod';
import { SettableRole } from '#contract/requirement.ts';

const Lines = z.string().describe('Line ranges of the PRD, such as "12-18, 22"');
const TaskNumber = z.int().describe('The number of a task');

/**
 * The schema of a model's answer. Flat and without optional fields: providers do not enforce recursive schemas or
 * omitted fields. Lengths are not part of it, since overlong text is truncated, not refused. Line ranges are strings,
 * because objects of two numbers would be half of the answer.
 */
const OutlineAnswer = z.object({
  lists: z.array(
    z.object({
      list: z.int().describe('Its number: on from the lists that are there, or from 1'),
      name: z.string().describe('Short noun phrase'),
      goal: z.string().describe('One or two sentences, in the words of the PRD'),
    }),
  ),
  tasks: z.array(
    z.object({
      task: z.int().describe('Its number: on from the tasks that are there, or from 1'),
      list: z.int().describe('Number of the list that holds it'),
      title: z.string(),
      lines: Lines.describe(
        'The line ranges it answers, such as "12-18, 22"; empty only for set-up that others wait for',
      ),
      after: z.array(TaskNumber).describe('Tasks that must be finished before; usually none'),
      done: z.boolean().describe('The PRD says that all of it is finished'),
      later: z.boolean().describe('The PRD puts it off to a later version, or calls it optional'),
    }),
  ),
  more: z.array(z.object({ task: TaskNumber, lines: Lines })).describe('Further lines of tasks that are there already'),
  corrections: z.array(z.object({ lines: Lines, role: SettableRole })).describe('Lines whose role is wrong or unsure'),
});
export type OutlineAnswer = z.infer<typeof OutlineAnswer>;

const DetailAnswer = z.object({
  brief: z.string().describe('Goal, constraints, what other lists get from it, definition of done'),
  tasks: z.array(
    z.object({
      task: TaskNumber,
      description: z.string(),
      checks: z.array(
        z.object({
          text: z.string().describe('A fact one can observe'),
          lines: Lines.describe('The lines it shows to hold'),
        }),
      ),
    }),
  ),
});
export type DetailAnswer = z.infer<typeof DetailAnswer>;

/** By the name the provider gets; the worker thread that parses an answer looks the schema up here. */
export const ANSWERS = { plan_outline: OutlineAnswer, list_details: DetailAnswer };
export type AnswerName = keyof typeof ANSWERS;
