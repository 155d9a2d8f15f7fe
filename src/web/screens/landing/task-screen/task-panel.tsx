import { ArrowDown, ArrowUp, ChevronRight, Copy, Link2, type LucideIcon, PanelLeft } from 'lucide-react';
import { Tag } from '#web/ui/labels.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import { beats, doneWhen, upNext } from './sample.ts';

export function TaskPanel() {
  return (
    <div className="panel">
      <div className="phead">
        <span className="ts-path">
          <span>Rate limiter</span>
          <ChevronRight className="s12" />
          <span>Token bucket per API key</span>
        </span>
        <span className="fill" />
        <IconShape icon={ArrowUp} />
        <IconShape icon={ArrowDown} />
        <IconShape icon={Link2} />
        <IconShape icon={PanelLeft} />
      </div>
      <div className="ts-body">
        <div className="row g2">
          <Tag kind="wip">WIP</Tag>
          <span className="mono small t3">2.2.2</span>
          <span className="t3 small">Rate limiter</span>
        </div>
        <b className="ts-title">Clock-skew guard</b>
        <Holder />
        <div className="ts-prose">
          <p>
            Two app hosts can disagree about the time by up to 90 ms. A token bucket must never refill early because one
            host clock runs ahead of the others.
          </p>
          <b>Done when</b>
          <ul>
            {doneWhen.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
        <div className="ts-brief">
          <ChevronRight className="s12" />
          <b>Operational brief</b>
          <span className="t3 trunc">Keep every limiter path under 2 ms at p99; no new services…</span>
        </div>
        <div className="ts-two">
          <div>
            <span className="ts-lab">Up next in this list</span>
            {upNext.map(({ number, title }) => (
              <div key={number} className="ts-next">
                <StatusGlyph status="open" />
                <span className="no">{number}</span>
                <span className="trunc">{title}</span>
              </div>
            ))}
          </div>
          <Activity />
        </div>
        <BurnUp />
      </div>
      <div className="ts-foot">
        <span className="btn second sm">
          <Copy />
          Copy for agent
        </span>
        <span className="small t3">Task text, brief and notes as one prompt</span>
        <span className="mono micro t3 end">tsk_8f31c2</span>
      </div>
    </div>
  );
}

function IconShape({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="btn ghost icon sm">
      <Icon />
    </span>
  );
}

function Holder() {
  return (
    <div className="ts-hold">
      <svg viewBox="0 0 20 20">
        <path d="M4.5 15.5 15.5 4.5" stroke="var(--baton)" strokeWidth="5" strokeLinecap="round" />
      </svg>
      <div className="fill">
        <div>
          <b>claude-code</b> holds the baton
        </div>
        <div className="small t2 num">Locked 12m ago · last call 8s ago · 58 calls</div>
      </div>
      <svg className="ts-beats" viewBox="0 0 118 22">
        <path
          d={beats.map((height, i) => `M${i * 5 + 1.5} 22v-${height}`).join('')}
          stroke="var(--baton)"
          strokeWidth="3"
        />
      </svg>
    </div>
  );
}

function Activity() {
  return (
    <div className="ts-act">
      <span className="ts-lab">Activity</span>
      <div>
        <time>2:41</time>Progress note added
      </div>
      <div>
        <time>2:36</time>Finding recorded
      </div>
      <div className="on">
        <time>2:29</time>
        Task status changed: open → wip
      </div>
      <div>
        <time>2:28</time>
        Checkpoint: 2.2.1 done by codex-cli
      </div>
    </div>
  );
}

function BurnUp() {
  return (
    <div className="ts-burn">
      <div className="row">
        <span className="ts-lab">Rate limiter, last 8 days</span>
        <span className="end row g3 small t3">
          <span className="row g1">
            <i className="ln" />
            Done
          </span>
          <span className="row g1">
            <i className="ln sc" />
            Scope
          </span>
          <span className="row g1">
            <i className="dot baton" />
            Now
          </span>
        </span>
      </div>
      <svg viewBox="0 0 470 112">
        <path className="ax" d="M22 92H470M22 48H470M22 4H470" />
        <text x="0" y="95.5">
          0
        </text>
        <text x="0" y="51.5">
          10
        </text>
        <text x="0" y="7.5">
          20
        </text>
        <path
          className="area"
          d="M22 92L77.3 87.6L132.5 78.8L187.8 78.8L243 65.6L298.3 56.8L353.5 43.6L408.8 39.2L464 34.8V92H22Z"
        />
        <path className="scope" d="M22 21.6H187.8V17.2H298.3V8.4H464" />
        <path
          className="donel"
          d="M22 92L77.3 87.6L132.5 78.8L187.8 78.8L243 65.6L298.3 56.8L353.5 43.6L408.8 39.2L464 34.8"
        />
        <circle className="now" cx="464" cy="34.8" r="4.5" />
      </svg>
    </div>
  );
}
