import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TASK_CHECKS_MAX } from '#contract/constants.ts';
import type { Check, TaskStatus } from '#contract/task.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { buildPlan, taskOf } from '#test/web/build-plan.ts';
import { BlockBox } from './block-box.tsx';
import { Checks } from './checks.tsx';
import { Dependencies } from './dependencies.tsx';
import { HolderBox } from './holder-box.tsx';
import { StatusControl } from './status-control.tsx';

beforeAll(fakeTopLayer);
afterEach(cleanup);

describe('the checks', () => {
  const two: Check[] = [
    { text: 'Builds', met: false },
    { text: 'Passes', met: true },
  ];
  const show = (checks: Check[] = two) => {
    const onChange = vi.fn<(checks: Check[]) => Promise<boolean>>(async () => true);
    render(<Checks checks={checks} onChange={onChange} />);
    return onChange;
  };

  it('are ticked one by one', () => {
    const onChange = show();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Builds' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith([{ text: 'Builds', met: true }, two[1]]);
  });

  it('of the same words are told apart', () => {
    const onChange = show([
      { text: 'Same', met: false },
      { text: 'Same', met: false },
    ]);
    fireEvent.click(screen.getAllByRole('checkbox')[1]!);
    expect(onChange).toHaveBeenCalledWith([
      { text: 'Same', met: false },
      { text: 'Same', met: true },
    ]);
  });

  it('are added at the end, and an empty one is not', () => {
    const onChange = show();
    const input = screen.getByRole('textbox', { name: 'Add a check' });
    fireEvent.change(input, { target: { value: '   ' } });
    fireEvent.submit(input);
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.change(input, { target: { value: ' Documented ' } });
    fireEvent.submit(input);
    expect(onChange).toHaveBeenCalledWith([...two, { text: 'Documented', met: false }]);
  });

  it('are reworded without losing the tick, and removed', () => {
    const onChange = show();
    fireEvent.click(screen.getByRole('button', { name: 'Edit check: Passes' }));
    const input = screen.getByRole('textbox', { name: 'Check' });
    fireEvent.change(input, { target: { value: 'Passes everywhere' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(onChange).toHaveBeenLastCalledWith([two[0], { text: 'Passes everywhere', met: true }]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove check: Builds' }));
    expect(onChange).toHaveBeenLastCalledWith([two[1]]);
  });

  it('give the focus back to the row that was reworded, and to the end of the list after a removal', () => {
    const Kept = () => {
      const [checks, setChecks] = useState(two);
      const keep = async (next: Check[]) => {
        setChecks(next);
        return true;
      };
      return <Checks checks={checks} onChange={keep} />;
    };
    render(<Kept />);
    fireEvent.click(screen.getByRole('button', { name: 'Edit check: Builds' }));
    const input = screen.getByRole('textbox', { name: 'Check' });
    fireEvent.change(input, { target: { value: 'Passes' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    const buttons = screen.getAllByRole('button', { name: 'Edit check: Passes' });
    expect(buttons).toHaveLength(2);
    expect(document.activeElement).toBe(buttons[0]);
    fireEvent.click(screen.getAllByRole('button', { name: 'Remove check: Passes' })[1]!);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Add a check' }));
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  });

  it('end at the number a task may have', () => {
    show(Array.from({ length: TASK_CHECKS_MAX }, (_, i) => ({ text: `Check ${i}`, met: false })));
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('the status', () => {
  it('is not changed by moving over it', () => {
    const onChange = vi.fn<(status: TaskStatus) => void>();
    render(<StatusControl status="open" onChange={onChange} />);
    const open = screen.getByRole('radio', { name: 'Open', checked: true });
    open.focus();
    fireEvent.keyDown(open, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'WIP' }));
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('radio', { name: 'Done' }));
    fireEvent.click(open);
    expect(onChange).toHaveBeenCalledExactlyOnceWith('done');
  });
});

describe('dependencies', () => {
  const plan = buildPlan({
    tasks: [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }],
    waits: [
      ['b', 'a'],
      ['c', 'b'],
    ],
  });
  const show = () => {
    const spies = { onSelect: vi.fn(), onAdd: vi.fn(), onRemove: vi.fn() };
    render(<Dependencies plan={plan} task={taskOf(plan, 'b')} {...spies} />);
    return spies;
  };

  it('are drawn with their meaning in words', () => {
    show();
    expect(screen.getByRole('img', { name: 'T2 waits for T1 (open) and holds up T3 (open).' })).toBeDefined();
  });

  it('are added by number and Enter, without the task itself and what is there', () => {
    const { onAdd } = show();
    fireEvent.click(screen.getByRole('button', { name: 'Add to "Blocked by"' }));
    const input = screen.getByRole('combobox');
    expect(screen.getAllByRole('option').map((each) => each.textContent)).toEqual(['T3c', 'T4d']);
    fireEvent.change(input, { target: { value: 'T4' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(onAdd).toHaveBeenCalledExactlyOnceWith(taskOf(plan, 'b'), 'd');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add to "Blocked by"' }));
  });

  it('go the other way round under "Blocks"', () => {
    const { onAdd, onRemove } = show();
    fireEvent.click(screen.getByRole('button', { name: 'Add to "Blocks"' }));
    const input = screen.getByRole('combobox');
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(onAdd).toHaveBeenCalledExactlyOnceWith(taskOf(plan, 'd'), 'b');
    fireEvent.click(screen.getByRole('button', { name: 'Remove T3 from "Blocks"' }));
    expect(onRemove).toHaveBeenCalledExactlyOnceWith(taskOf(plan, 'c'), 'b');
  });

  it('are not added by Enter when nothing is found', () => {
    const { onAdd } = show();
    fireEvent.click(screen.getByRole('button', { name: 'Add to "Blocked by"' }));
    const input = screen.getByRole('combobox');
    fireEvent.change(input, { target: { value: 'nothing like it' } });
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(onAdd).not.toHaveBeenCalled();
  });
});

describe('the holder', () => {
  it('is told to have stopped after ten minutes, and loses the baton with a reason', async () => {
    const onTakeAway = vi.fn<(reason: string) => Promise<boolean>>(async () => true);
    const at = new Date(Date.now() - 11 * 60_000).toISOString();
    const [baton] = buildPlan({
      tasks: [{ id: 'a' }],
      batons: [{ task: 'a', taken_at: at, last_call_at: at }],
    }).batons;
    render(<HolderBox baton={baton!} onTakeAway={onTakeAway} />);
    expect(screen.getByRole('region').textContent).toContain('claude-code may have stopped');
    fireEvent.click(screen.getByRole('button', { name: 'Take the baton away…' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: ' Wrong task ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Take away' }));
    expect(onTakeAway).toHaveBeenCalledExactlyOnceWith('Wrong task');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps the baton, and the dialog the reason, when it cannot be taken', async () => {
    const onTakeAway = vi.fn<(reason: string) => Promise<boolean>>(async () => false);
    const [baton] = buildPlan({ tasks: [{ id: 'a' }], batons: [{ task: 'a' }] }).batons;
    render(<HolderBox baton={baton!} onTakeAway={onTakeAway} />);
    fireEvent.click(screen.getByRole('button', { name: 'Take the baton away…' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Wrong task' } });
    fireEvent.click(screen.getByRole('button', { name: 'Take away' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Take away' }).getAttribute('aria-busy')).toBeNull());
    expect(onTakeAway).toHaveBeenCalledOnce();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toBe('Wrong task');
  });
});

describe('a block', () => {
  it('says why nobody can go on, and is lifted', () => {
    const onLift = vi.fn<() => void>();
    render(<BlockBox reason="The sandbox has no network." onLift={onLift} />);
    expect(screen.getByRole('region', { name: 'Blocked' }).textContent).toContain('The sandbox has no network.');
    fireEvent.click(screen.getByRole('button', { name: 'Lift the block' }));
    expect(onLift).toHaveBeenCalledOnce();
  });
});
