import type { AnswerOf } from '#contract/endpoint.ts';
import type { answerQuestion } from '#contract/answer.ts';
import { askServer } from '../ask-server.ts';
import { callTool } from '../call-tool.ts';
import { type Command, given, print, requirePlace } from '../command.ts';
import { EXIT, UsageError } from '../failure.ts';
import { readText } from '../read-text.ts';

export const answer: Command = {
  options: { option: { type: 'string' }, decide: { type: 'boolean' } },
  async run(call) {
    const { args } = call;
    const [name, ...words] = args.words;
    if (name === undefined) throw new UsageError('Which task?');
    const option = args.number('option');
    const isLeft = args.is('decide');
    if (words.length === 0 && option === undefined && !isLeft)
      throw new UsageError('The answer is missing: words, --option N or --decide');
    const { to, project } = requirePlace(call);
    // The endpoint for answers takes the id only.
    const { data } = await callTool<{ id: string }>(to, project, 'task_get', { id: name });
    const body = given({
      text: words.length === 0 ? undefined : words.length === 1 ? readText(words[0] ?? '') : words.join(' '),
      option,
      decide: isLeft ? true : undefined,
    });
    const task = await askServer<AnswerOf<typeof answerQuestion>>(to, {
      method: 'POST',
      path: `/api/tasks/${data.id}/answer`,
      body,
      // May be sent again: the last answer counts until somebody claims the task.
      isRead: true,
    });
    print(call, `T${task.number} is answered and ready again: ${task.title}`, task);
    return EXIT.fine;
  },
};
