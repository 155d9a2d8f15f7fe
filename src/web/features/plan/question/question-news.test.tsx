import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { samplePlan, sampleTask } from '#test/web/sample-plan.ts';
import { planOf } from '#web/lib/live/plan-data.ts';
import { viewOf } from '../data/plan-view.ts';
import { QuestionNews } from './question-news.tsx';

afterEach(cleanup);

const asking = (...ids: string[]) => {
  const [id] = ids;
  const asked = { text: 'Which?', seen: '', options: [], asked_at: '2026-03-01T10:00:00.000Z', answer: null };
  const question = id === undefined ? null : { ...asked, id, asked_by: { kind: 'agent', id: null, name: 'codex' } };
  return viewOf(planOf(samplePlan({ tasks: [sampleTask('t1', { question })] })), []);
};

test('a question is announced once, and the next one of the same task and agent again', () => {
  const { rerender } = render(<QuestionNews plan={asking()} />);
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  rerender(<QuestionNews plan={asking('q1')} />);
  const [sentence, first] = [region.textContent, region.firstChild];
  expect(sentence).toContain('codex');
  rerender(<QuestionNews plan={asking('q1')} />);
  expect(region.firstChild).toBe(first);
  rerender(<QuestionNews plan={asking()} />);
  rerender(<QuestionNews plan={asking('q2')} />);
  expect(region.textContent).toBe(sentence);
  expect(region.firstChild).not.toBe(first);
});
