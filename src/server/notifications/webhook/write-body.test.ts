import { expect, test } from 'vitest';
import { AGENT_NAME_MAX, PROJECT_NAME_MAX, REASON_MAX, TASK_TITLE_MAX } from '#contract/constants.ts';
import { newId } from '#server/platform/id.ts';
import { writeBody } from './write-body.ts';

/** Slack's limit for the text of a section. */
const SECTION_MAX = 3_000;

const slackOf = (fill: string) => {
  const of = (max: number) => fill.repeat(max).slice(0, max);
  const message = {
    id: newId(),
    kind: 'blocked',
    at: new Date(0),
    project: { id: newId(), name: of(PROJECT_NAME_MAX) },
    told: {
      taskId: newId(),
      taskNumber: 99_999,
      taskTitle: of(TASK_TITLE_MAX),
      agent: of(AGENT_NAME_MAX),
      text: of(REASON_MAX),
    },
  } as const;
  return JSON.parse(writeBody(`https://${'baton.'.repeat(20)}example`, 'slack', message)) as {
    text: string;
    blocks: { text: { text: string; verbatim?: boolean } }[];
  };
};

test.each(['&', '<', '😀', ' 😀', '|'])('names of nothing but %j are within the limits of Slack', (fill) => {
  const { text, blocks } = slackOf(fill);
  const texts = [text, ...blocks.map((block) => block.text.text)];
  expect(texts).toHaveLength(3);
  for (const each of texts) expect([each.length <= SECTION_MAX, each.isWellFormed()]).toEqual([true, true]);
  expect(blocks[0]?.text.verbatim).toBe(true);
});
