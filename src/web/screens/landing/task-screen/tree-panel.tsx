import { ChevronRight, ChevronsDownUp, PanelLeft, Search } from 'lucide-react';
import { cx } from '#web/ui/cx.ts';
import { Kbd } from '#web/ui/keys.tsx';
import { Dot, Tag } from '#web/ui/labels.tsx';
import { Lane } from '#web/ui/progress.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import { lane, type SampleTask, tasks } from './sample.ts';

export function TreePanel() {
  return (
    <div className="panel">
      <div className="phead">
        <b>Task Tree</b>
        <span className="mono micro t3">48</span>
        <span className="fill" />
        <span className="btn ghost icon sm">
          <ChevronsDownUp />
        </span>
        <span className="btn ghost icon sm">
          <PanelLeft />
        </span>
      </div>
      <div className="ts-tools">
        <div className="ts-filter">
          <Search className="s14" />
          <span>Filter tasks…</span>
          <Kbd>/</Kbd>
        </div>
        <div className="ts-path">
          <span>All lists</span>
          <ChevronRight className="s12" />
          <b>Rate limiter</b>
        </div>
        <div className="ts-chips">
          <span className="chip">Foundations</span>
          <span className="chip" data-on="">
            Rate limiter
          </span>
          <span className="chip">Usage metering</span>
          <span className="chip">+2 more</span>
        </div>
        <div className="row small num">
          <b>65%</b>
          <span className="t3 ts-done">31 of 48 done</span>
          <span className="end row g3 t2">
            <span className="row g1">
              <Dot />
              Open 16
            </span>
            <span className="row g1 ts-wip">
              <Dot tone="baton" />
              WIP 1
            </span>
            <span className="row g1">
              <Dot tone="ok" />
              Done 31
            </span>
          </span>
        </div>
        <Lane blocks={lane} label="Progress by task list" />
      </div>
      <div className="ts-tree">
        {tasks.map((task) => (
          <Node key={task.number} task={task} />
        ))}
      </div>
    </div>
  );
}

function Node({ task }: { task: SampleTask }) {
  const { number, title, status, level, count, open, active, selected, lit } = task;
  return (
    <div
      className={cx(
        'node',
        status === 'done' && 'done',
        selected && 'selected',
        level === 0 && status !== 'done' && 'head',
      )}
      style={{ paddingLeft: 4 + level * 16 }}
    >
      {Array.from({ length: level }, (_, guide) => (
        <i key={guide} className={cx('guide', lit?.guide === guide && lit.kind)} style={{ left: 12 + guide * 16 }} />
      ))}
      <span className="tw">{open !== undefined && <ChevronRight className={cx('s12', open && 'rotate-90')} />}</span>
      <StatusGlyph status={status} />
      <span className="no">{number}</span>
      <span className="ttl">{title}</span>
      {active && <Tag kind="active">Active</Tag>}
      {status === 'wip' && <Tag kind="wip">WIP</Tag>}
      {status === 'done' && <Tag kind="done">DONE</Tag>}
      {count && <span className="no">{count}</span>}
    </div>
  );
}
