// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Field } from './field.tsx';
import { Select } from './inputs.tsx';
import { Chip } from './chip.tsx';
import { Lane } from './lane.tsx';
import { Meter } from './meter.tsx';
import { Spark } from './spark.tsx';
import { Panel, PanelHeader, PanelTitle } from './panel.tsx';
import { Table } from './table.tsx';
import { TabPanel, Tabs } from './tabs.tsx';

afterEach(cleanup);

describe('what screen readers are told', () => {
  it('a panel is a region with a name', () => {
    render(
      <Panel aria-label="Task Tree">
        <PanelHeader>
          <PanelTitle>Task Tree</PanelTitle> 48
        </PanelHeader>
      </Panel>,
    );
    expect(screen.getByRole('region', { name: 'Task Tree' }).textContent).toContain('48');
  });

  it('a table that scrolls can be reached by keyboard', () => {
    render(
      <Table label="Users">
        <tbody />
      </Table>,
    );
    expect(screen.getByRole('region', { name: 'Users' }).tabIndex).toBe(0);
  });

  it('a select takes its name from its field', () => {
    render(
      <Field label="AI model">
        <Select>
          <option>claude-3-sonnet</option>
        </Select>
      </Field>,
    );
    expect(screen.getByRole('combobox', { name: 'AI model' })).toBeDefined();
  });

  it('a chip says whether it is pressed', () => {
    const onClick = vi.fn<() => void>();
    render(
      <Chip pressed count={3} onClick={onClick}>
        Rate limiter
      </Chip>,
    );
    fireEvent.click(screen.getByRole('button', { pressed: true }));
    expect(onClick).toHaveBeenCalledOnce();
  });

  it('a tab and its panel name each other', () => {
    render(
      <>
        <Tabs id="editor" label="Editor" tabs={[{ value: 'edit', label: 'Edit' }]} value="edit" onChange={() => {}} />
        <TabPanel id="editor" value="edit">
          Text
        </TabPanel>
      </>,
    );
    const panel = screen.getByRole('tabpanel', { name: 'Edit' });
    expect(screen.getByRole('tab').getAttribute('aria-controls')).toBe(panel.id);
  });

  it('a spark without a label is decoration', () => {
    const { container, rerender } = render(<Spark values={[0, 3]} />);
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
    rerender(<Spark values={[0, 3]} label="3 calls in two days" />);
    expect(screen.getByRole('img', { name: '3 calls in two days' })).toBeDefined();
  });
});

describe('what is drawn', () => {
  it('a lane has a block per list, as wide as it has tasks, with the baton after what is done', () => {
    render(
      <Lane
        label="7 of 12"
        blocks={[
          { total: 8, done: 6, active: true },
          { total: 4, done: 1 },
        ]}
      />,
    );
    const blocks = [...screen.getByRole('img', { name: '7 of 12' }).querySelectorAll('i')];
    expect(blocks.map((block) => block.style.flexGrow)).toEqual(['8', '4']);
    expect(blocks.map((block) => block.querySelector('b')?.style.width)).toEqual(['75%', '25%']);
    expect(blocks.map((block) => block.querySelector('em')?.style.left)).toEqual(['75%', undefined]);
  });

  it('a project without tasks has one empty block', () => {
    render(<Lane label="0 of 0" blocks={[]} />);
    expect(screen.getByRole('img').querySelector('b')?.style.width).toBe('0%');
  });

  it.each([
    [1, 2, undefined],
    [2, 2, 'full'],
    [3, 2, 'over'],
    [0, 0, undefined],
  ])('a meter at %i of %i is drawn as %s', (value, max, state) => {
    render(<Meter label="PRD Uploads" value={value} max={max} />);
    const meter = screen.getByRole('meter', { name: 'PRD Uploads' });
    expect(meter.dataset['state']).toBe(state);
    expect(meter.getAttribute('aria-valuetext')).toBe(`${value} of ${max}`);
  });
});
