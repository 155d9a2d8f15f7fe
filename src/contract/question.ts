import { z } from 'zod';
import { OPTIONS_MAX, OPTION_CONSEQUENCE_MAX, OPTION_LABEL_MAX, QUESTION_MAX } from './constants.ts';
import { EventActor, Id, Timestamp, requiredText, text } from './fields.ts';

/** An option proposed by the asker. */
const Option = z.strictObject({
  label: requiredText(OPTION_LABEL_MAX),
  consequence: text(OPTION_CONSEQUENCE_MAX).optional(),
  preferred: z.boolean().optional().meta({ description: 'What the agent itself would choose' }),
});

/** "Argon2: slower sign-in" is a label and its consequence. */
function readOption(said: string): z.input<typeof Option> {
  const [label = '', ...rest] = said.split(/\s*[:–—]\s+/);
  return rest.length === 0
    ? { label: said }
    : { label, consequence: said.slice(said.indexOf(rest[0] ?? '', label.length)) };
}

/** A question of an agent to a person. */
export const QuestionText = requiredText(QUESTION_MAX);
export const QuestionOptions = z
  .array(
    z.union([
      requiredText(OPTION_LABEL_MAX + OPTION_CONSEQUENCE_MAX + 2)
        .transform(readOption)
        .pipe(Option),
      Option,
    ]),
  )
  .max(OPTIONS_MAX)
  .refine((options) => options.filter(({ preferred }) => preferred === true).length <= 1, 'prefer at most one');

const Answer = z.object({
  text: z.string(),
  option: z.int().nullable().meta({ description: 'The place of the option that was chosen, from 1' }),
  decide: z.boolean().meta({ description: 'The choice was left to the agent' }),
  by: EventActor,
  at: Timestamp,
  taken_up_at: Timestamp.nullable().meta({ description: 'Since somebody goes on with the task it cannot be changed' }),
});

/** The last question about a task, with its answer once there is one. */
export const Question = z.object({
  id: Id,
  text: z.string(),
  seen: z.string().meta({ description: 'What was found out before it was asked; may be empty' }),
  options: z.array(
    z.object({ label: z.string(), consequence: z.string().optional(), preferred: z.boolean().optional() }),
  ),
  asked_by: EventActor,
  asked_at: Timestamp,
  answer: Answer.nullable(),
});
export type Question = z.infer<typeof Question>;
