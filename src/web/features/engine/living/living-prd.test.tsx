import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Link, MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequirementState, TracedRequirement } from '#contract/requirement.ts';
import { sampleTask } from '#web/lib/sample-plan.ts';
import { type Prd, LivingPrd } from './living-prd.tsx';

const TEXT = `# Harbor

- A noisy client must wait.
  - And so must its friend.

Refill must be fair. It must be quick.

| Route | Limit |
|---|---|
| /quotes | 100 |

## Last
`;

const requirement = (id: string, line: number, state: RequirementState, tasks: string[] = []) =>
  ({ id, text: id, start_line: line, end_line: line, state, task_ids: tasks }) as unknown as TracedRequirement;

const prd = (requirements: TracedRequirement[]) => ({ content: TEXT, requirements }) as unknown as Prd;
const ALL = [
  requirement('R1', 3, 'planned', ['t1', 't2', 'gone']),
  requirement('R2', 4, 'uncovered'),
  requirement('R3', 6, 'done', ['t1']),
  requirement('R4', 6, 'changed', ['t1']),
  requirement('R5', 10, 'in_progress', ['t2']),
];
const TASKS = new Map([sampleTask('t1', { title: 'Token bucket' }), sampleTask('t2')].map((task) => [task.id, task]));

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  // A menu is a box within a line of text: the browser does not mind, the warning does.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(cleanup);

function Shown({ requirements = ALL, at = '/' }: { requirements?: TracedRequirement[]; at?: string }) {
  return (
    <MemoryRouter initialEntries={[at]}>
      <LivingPrd projectId="p1" prd={prd(requirements)} tasks={TASKS} />
      <Link to="#L3">Line 3</Link>
    </MemoryRouter>
  );
}

const blockOf = (mark: HTMLElement) => mark.closest('[data-start]');

describe('the living PRD', () => {
  it('marks each requirement in words at the line it stands on', async () => {
    render(<Shown />);
    const planned = await screen.findByRole('button', { name: 'Planned, line 3, 2 tasks' });
    expect(blockOf(planned)?.firstChild?.textContent).toContain('A noisy client');
    expect(planned.nextElementSibling?.tagName, 'before the items below').toBe('UL');
    const nested = screen.getByRole('button', { name: 'Uncovered, line 4, no task' });
    expect(blockOf(nested)?.textContent).not.toContain('noisy');
    const both = ['Done, line 6, 1 task', 'Changed, line 6, 1 task'].map((name) =>
      screen.getByRole('button', { name }),
    );
    expect(both.map((mark) => blockOf(mark)?.tagName)).toEqual(['P', 'P']);
    const row = blockOf(screen.getByRole('button', { name: 'In progress, line 10, 1 task' }));
    expect(row?.tagName).toBe('TD');
    expect(row?.textContent).toContain('100');
  });

  it('leads from a line to its tasks', async () => {
    render(<Shown />);
    fireEvent.click(await screen.findByRole('button', { name: /^Planned/ }));
    const items = within(screen.getByRole('menu', { hidden: true })).getAllByRole('menuitem', { hidden: true });
    expect(items[0]?.textContent).toContain('T1 Token bucket');
    expect(items[0]?.getAttribute('href')).toBe('/projects/p1/tasks?task=t1');
    expect(items).toHaveLength(3);
  });

  it('draws only the mark again when a requirement comes to stand differently', async () => {
    const { rerender, container } = render(<Shown />);
    await screen.findByRole('button', { name: /^Planned/ });
    const item = container.querySelector('li');
    rerender(<Shown requirements={ALL.map((each) => (each.id === 'R1' ? { ...each, state: 'done' } : each))} />);
    expect(screen.getByRole('button', { name: 'Done, line 3, 2 tasks' })).toBeDefined();
    expect(container.querySelector('li')).toBe(item);
  });

  it('lights the line its address names', async () => {
    const { container } = render(<Shown at="/#L10" />);
    await waitFor(() => expect(container.querySelector('.lit-line')?.textContent).toContain('100'));
    fireEvent.click(screen.getByRole('link', { name: 'Line 3' }));
    await waitFor(() => expect(container.querySelector('.lit-line')?.textContent).toContain('noisy'));
    expect(container.querySelectorAll('.lit-line')).toHaveLength(1);
  });
});
