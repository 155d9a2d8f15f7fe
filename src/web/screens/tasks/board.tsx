import { MoveHorizontal } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { PLAN_TEXTS } from '#contract/plan-texts.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { cx } from '#web/ui/cx.ts';
import { PanelStrip } from '#web/ui/split/panel-strip.tsx';
import { Split } from '#web/ui/split/split.tsx';
import { WidthGrip } from '#web/ui/split/width-grip.tsx';
import { useNarrow } from '#web/ui/split/use-narrow.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import type { Layout, PhonePanel } from './use-layout.ts';
import { useTreeWidth } from './use-tree-width.ts';
import board from './board.module.css';

interface BoardProps {
  layout: Layout;
  stale: boolean;
  noteCount: number;
  /** What the middle panel is called on a phone. */
  middle: 'Task' | 'Relay';
  tree: ReactNode;
  task: ReactNode;
  notes: ReactNode;
}

/** The tree with a handle to change its width. */
function TreePlace({ children }: { children: ReactNode }) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const { width, min, max, change, fit } = useTreeWidth(place);
  useShortcut({ keys: 'shift+w', label: PLAN_TEXTS.fitTree, group: PLAN_TEXTS.tree, icon: MoveHorizontal, run: fit });
  return (
    <>
      <div ref={place} id={id} className={board.tree} style={{ width }}>
        {children}
      </div>
      <WidthGrip
        label={PLAN_TEXTS.resizeTree}
        controls={id}
        width={width}
        min={min}
        max={max}
        onChange={change}
        onFit={fit}
      />
    </>
  );
}

/** Three panels side by side, or one at a time on narrow screens, where the hidden ones stay mounted. */
export function Board({ layout, stale, noteCount, middle, tree, task, notes }: BoardProps) {
  const narrow = useNarrow();
  if (narrow) {
    const panels: [PhonePanel, ReactNode][] = [
      ['tree', tree],
      ['task', task],
      ['notes', notes],
    ];
    return (
      <>
        <div className={board.tabs}>
          <SegmentedControl
            label="Panels"
            size="large"
            full="always"
            value={layout.phone}
            onChange={layout.setPhone}
            options={[
              { value: 'tree', label: PLAN_TEXTS.tree },
              { value: 'task', label: middle },
              { value: 'notes', label: 'Notes', count: noteCount },
            ]}
          />
        </div>
        <div className={cx(board.board, board.one, stale && board.stale)}>
          {panels.map(([name, panel]) => (
            <div key={name} className={board.page} data-shown={name === layout.phone ? '' : undefined}>
              {panel}
            </div>
          ))}
        </div>
      </>
    );
  }
  return (
    <div className={cx(board.board, stale && board.stale)}>
      {layout.treeShut ? (
        <div className={board.strip}>
          <PanelStrip title={PLAN_TEXTS.tree} side="left" shortcut="[" onExpand={() => layout.shutTree(false)} />
        </div>
      ) : (
        <TreePlace>{tree}</TreePlace>
      )}
      <Split
        label="Resize task and notes"
        leftTitle="Task"
        rightTitle="Notes"
        left={task}
        right={notes}
        state={layout.split}
        onChange={layout.setSplit}
      />
    </div>
  );
}
