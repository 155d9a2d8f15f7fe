import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { planOf } from '#web/lib/live/plan-data.ts';
import { sampleBaton, samplePlan, sampleTask } from '#test/web/sample-plan.ts';
import { installShortcuts } from '#web/lib/keys/shortcuts.ts';
import { viewOf } from '../data/plan-view.ts';
import { QuestionBlock } from './question-block.tsx';

const question = {
  id: 'q1',
  text: 'Which one?',
  seen: 'a.test.ts:4 saw two',
  options: [
    { label: 'Left', consequence: 'Quick.' },
    { label: 'Right', preferred: true },
  ],
  asked_by: { kind: 'agent', id: null, name: 'codex' },
  asked_at: '2026-03-01T10:00:00.000Z',
  answer: null as object | null,
};
const answer = {
  text: 'Mind the gap.',
  option: 1,
  decide: false,
  by: { kind: 'user', id: 'u1', name: 'Mira' },
  at: '2026-03-01T10:05:00.000Z',
  taken_up_at: null as string | null,
};

let uninstall: () => void;
const onAnswer = vi.fn<(to: unknown, given: object) => Promise<boolean>>();
const onTakeBack = vi.fn<() => Promise<boolean>>();
const onFocused = vi.fn<() => void>();
beforeEach(() => {
  uninstall = installShortcuts(window);
  onAnswer.mockReset().mockResolvedValue(true);
  onTakeBack.mockReset().mockResolvedValue(true);
  onFocused.mockReset();
});
afterEach(() => {
  cleanup();
  uninstall();
  localStorage.clear();
});

const view = (more: object, batons: Parameters<typeof samplePlan>[0] = {}) => {
  const task = sampleTask('t2', { question, ...more });
  const dependencies = [{ task_id: 't3', depends_on_id: 't2' }] as never;
  const plan = viewOf(
    planOf(samplePlan({ tasks: [sampleTask('t1'), task, sampleTask('t3')], dependencies, ...batons })),
    [],
  );
  return { plan, task };
};
const block = ({ plan, task }: ReturnType<typeof view>, wantsFocus = false) => (
  <QuestionBlock
    plan={plan}
    task={task}
    wantsFocus={wantsFocus}
    onFocused={onFocused}
    onAnswer={onAnswer}
    onTakeBack={onTakeBack}
  />
);
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your answer');
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

test('names who asks, what waits and what the agent would take; nothing is preselected unless it said so', () => {
  const { rerender } = render(block(view({}, { batons: [sampleBaton('t1', { holder: { name: 'codex' } })] })));
  expect(screen.getByRole('region', { name: 'Which one?' })).toBeTruthy();
  expect(radio(/^Right/).checked).toBe(true);
  expect(screen.getByText('No agent takes T2 until you answer; T3 waits for it. codex went on with T1.')).toBeTruthy();
  rerender(block(view({ question: { ...question, id: 'q2', options: [{ label: 'Left' }, { label: 'Right' }] } })));
  expect([radio(/^Left/).checked, radio(/^Right/).checked]).toEqual([false, false]);
});

test('digits choose inside the block, the same one takes it back, and the chord sends', async () => {
  render(block(view({}), true));
  expect(document.activeElement).toBe(radio(/^Right/));
  expect(onFocused).toHaveBeenCalledOnce();
  fireEvent.keyDown(radio(/^Right/), { key: '1' });
  expect(radio(/^Left/).checked).toBe(true);
  fireEvent.keyDown(radio(/^Left/), { key: '1' });
  expect(radio(/^Left/).checked).toBe(false);
  fireEvent.keyDown(radio(/^Left/), { key: '5' });
  expect(screen.queryAllByRole('radio', { checked: true })).toEqual([]);
  fireEvent.change(field(), { target: { value: 'Neither.' } });
  await act(async () => fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true }));
  expect(onAnswer.mock.calls[0]?.[1]).toEqual({ text: 'Neither.', option: undefined, decide: false });
});

test('an empty answer is not sent, and the agent may be left to decide', async () => {
  render(block(view({ question: { ...question, options: [] } })));
  await press(/^Answer and hand back/);
  expect(screen.getByRole('alert').textContent).toBe('Choose an option or write an answer.');
  expect(onAnswer).not.toHaveBeenCalled();
  await press('Let codex decide');
  expect(onAnswer.mock.calls[0]?.[1]).toEqual({ text: '', option: undefined, decide: true });
});

test('a draft is kept on this device until it is sent, also when sending fails', async () => {
  const { unmount } = render(block(view({})));
  fireEvent.change(field(), { target: { value: 'Half a thought' } });
  unmount();
  onAnswer.mockResolvedValueOnce(false);
  render(block(view({})));
  expect(field().value).toBe('Half a thought');
  await press(/^Answer and hand back/);
  expect(field().value).toBe('Half a thought');
  await press(/^Answer and hand back/);
  expect(localStorage.length).toBe(0);
});

test('an answer of somebody else keeps what was being written; one that is not taken up can be changed', async () => {
  const { rerender } = render(block(view({})));
  fireEvent.change(field(), { target: { value: 'Mine' } });
  rerender(block(view({ question: { ...question, answer } })));
  expect(screen.getByText('Mira answered. What you wrote is kept:')).toBeTruthy();
  expect(screen.getByText('T2 is ready, second in the queue. The next agent is told when it takes it.')).toBeTruthy();
  await press('Discard draft');
  expect(screen.queryByText('Mine')).toBeNull();
  await press('Change answer');
  expect([radio(/^Left/).checked, field().value]).toEqual([true, 'Mind the gap.']);
});

test('an answer is taken back into a draft, unless that fails', async () => {
  const { rerender } = render(block(view({ question: { ...question, answer } })));
  onTakeBack.mockResolvedValueOnce(false);
  await press('Take the answer back');
  expect(localStorage.length).toBe(0);
  await press('Take the answer back');
  rerender(block(view({})));
  expect([radio(/^Left/).checked, field().value]).toEqual([true, 'Mind the gap.']);
});

test('a change that comes too late is kept', async () => {
  const { rerender } = render(block(view({ question: { ...question, answer } })));
  await press('Change answer');
  fireEvent.change(field(), { target: { value: 'Mind the other gap.' } });
  rerender(block(view({ question: { ...question, answer: { ...answer, taken_up_at: answer.at } } })));
  expect(screen.getByText('An agent went on before this was sent. What you wrote is kept:')).toBeTruthy();
  expect(screen.getByText('Mind the other gap.')).toBeTruthy();
});

test('an answer that was taken up is history', () => {
  const taken = { ...answer, taken_up_at: '2026-03-01T10:06:00.000Z' };
  const more = { question: { ...question, answer: taken }, status: 'wip' };
  render(block(view(more, { batons: [sampleBaton('t2')] })));
  expect(screen.getByText('agent-1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Change answer|Take the answer back/ })).toBeNull();
});

test('a question that is withdrawn under one’s hands says so', () => {
  const { rerender } = render(block(view({})));
  fireEvent.change(field(), { target: { value: 'Half a thought' } });
  rerender(block(view({ question: null, status: 'wip' })));
  expect(screen.getByRole('region', { name: 'Question withdrawn' }).textContent).toContain('Half a thought');
});
