import './task-screen.css';
import './panels.css';
import { ChevronLeft, FileText, KeyRound, Search, Sun } from 'lucide-react';
import { BrandMark } from '#web/ui/brand.tsx';
import { Dot } from '#web/ui/labels.tsx';
import { Kbd } from '#web/ui/keys.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { TaskPanel } from './task-panel.tsx';
import { TreePanel } from './tree-panel.tsx';

/** A picture, not a screen: nothing in it can be reached or read out. */
export function TaskScreen({ phone }: { phone: boolean }) {
  return (
    <div className={phone ? 'ts phone' : 'ts'}>
      <div className="apphead">
        <span className="brand">
          <BrandMark />
          <span>Baton</span>
        </span>
        <span className="crumbs">
          <span className="slash">/</span>
          <span>Projects</span>
          <span className="slash">/</span>
          <span className="cur">Harbor API</span>
        </span>
        <span className="fill" />
        <span className="findbtn">
          <Search className="s14" />
          <span>Search or jump to…</span>
          <Kbd>⌘K</Kbd>
        </span>
        <span className="btn ghost icon ts-wide">
          <Sun />
        </span>
        <span className="avatar">MK</span>
      </div>
      <div className="ts-sub">
        <span className="btn ghost sm">
          <ChevronLeft />
          Back to Projects
        </span>
        <span className="vr" />
        <b className="ts-name">Harbor API</b>
        <span className="t3 num">48 tasks</span>
        <span className="fill" />
        <span className="holder">
          <Dot tone="baton" />
          <span className="trunc">
            <b>claude-code</b> holds the baton
          </span>
          <span className="el">2.2.2 · 12m</span>
        </span>
        <span className="btn second sm ts-wide">
          <FileText />
          PRD
        </span>
        <span className="btn second sm ts-wide">
          <KeyRound />
          Credentials
        </span>
      </div>
      {phone && (
        <div className="seg ts-switch">
          <span data-on="">Task Tree</span>
          <span>Task</span>
          <span>
            Notes <span className="t3">14</span>
          </span>
        </div>
      )}
      <div className="ts-board">
        <TreePanel />
        {!phone && (
          <>
            <TaskPanel />
            <NotesPanel />
          </>
        )}
      </div>
      <div className="ts-status">
        <span className="row g2 ts-ok">
          <Dot tone="ok" />
          Connected - Last update: 2:41:07 PM
        </span>
        <span className="fill" />
        <Hint keys={['J', 'K']} text="move" />
        <Hint keys={['/']} text="filter" />
        <Hint keys={['B']} text="go to baton" />
        <Hint keys={['?']} text="all keys" />
      </div>
    </div>
  );
}

function Hint({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <span className="row g1 ts-wide">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}{' '}
      {text}
    </span>
  );
}
