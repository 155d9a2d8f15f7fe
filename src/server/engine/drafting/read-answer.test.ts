import { describe, expect, test } from 'vitest';
import { ANSWERS } from './answers.ts';
import { readAnswer } from './read-answer.ts';

const details = { name: 'list_details' as const, schema: ANSWERS.list_details };
const good = '{"brief":"Goal","tasks":[]}';

describe('an answer', () => {
  test('is read in a thread that is used again, bare or in a code fence', async () => {
    expect(await readAnswer(details, good)).toEqual({ brief: 'Goal', tasks: [] });
    expect(await readAnswer(details, `\`\`\`json\n${good}\n\`\`\`\n`)).toEqual({ brief: 'Goal', tasks: [] });
    expect(await readAnswer(details, '{"brief":"G\\u0000o\\ud83dal","tasks":[]}')).toEqual({
      brief: 'Go\ufffdal',
      tasks: [],
    });
  });

  test.each([
    ['is empty', ''],
    ['is no JSON', 'Sure! Here is your plan'],
    ['has another shape', '{"plan":[]}'],
    ['has wrong types', '{"brief":"Goal","tasks":[{"task":"one","description":1,"checks":null}]}'],
    ['is a list', '[]'],
    ['is half an object', good.slice(0, 20)],
    ['is nested deeper than a thread can follow', '['.repeat(1_000_000)],
  ])('that %s is none', async (_, text) => {
    expect(await readAnswer(details, text)).toBeUndefined();
  });

  test('that takes too long is none, and the next is read all the same', async () => {
    const large = `[${'[],'.repeat(1_000_000)}[]]`;
    const [slow, next] = [readAnswer(details, large, 1), readAnswer(details, good)];
    expect(await slow).toBeUndefined();
    expect(await next).toEqual({ brief: 'Goal', tasks: [] });
  });
});
