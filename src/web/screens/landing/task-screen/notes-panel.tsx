import {
  Activity,
  ArrowDownWideNarrow,
  ChevronsUpDown,
  Copy,
  Ellipsis,
  Files,
  Layers,
  Lightbulb,
  type LucideIcon,
  PanelRight,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { files } from './sample.ts';

const TABS = [
  ['All', 14],
  ['Progress', 6],
  ['Files', 3],
  ['Findings', 3],
  ['Context', 2],
] as const;

export function NotesPanel() {
  return (
    <div className="panel">
      <div className="phead ts-tabs">
        {TABS.map(([name, count], i) => (
          <span key={name} className="tab" data-on={i === 0 ? '' : undefined}>
            {name} <span className="n">{count}</span>
          </span>
        ))}
        <span className="fill" />
        <span className="btn ghost icon sm">
          <PanelRight />
        </span>
      </div>
      <div className="ts-ntools">
        <span className="chip sel">
          Clock-skew guard
          <X className="s12" />
        </span>
        <span className="fill" />
        <span className="btn ghost sm">
          <ChevronsUpDown />
          Expand All
        </span>
        <span className="btn ghost sm">
          <ArrowDownWideNarrow />
          Newest First
        </span>
      </div>
      <Note
        icon={Activity}
        tone="progress"
        type="Progress"
        age="Just now"
        size="318 characters · 6 lines"
        id="nte_41d0"
      >
        <p>The script now takes its clock from Redis. Host time is no longer read anywhere on the take path.</p>
        <LuaCode />
      </Note>
      <Note
        icon={Lightbulb}
        tone="finding"
        type="Finding"
        age="5m ago"
        edited="edited 2m ago"
        size="1,204 characters · 22 lines"
        id="nte_3fe8"
      >
        <p>
          Two of three hosts drift by 40–90 ms between time syncs. With the host clock, 0.4 % of takes refilled one
          token early under load.
        </p>
        <p className="t2">
          Reproduced with <code className="in">make skew SKEW=90</code>; the trace is attached to the roll-up job
          because it has the same…
        </p>
        <span className="btn ghost sm ts-more">Read More</span>
      </Note>
      <Note icon={Files} tone="files" type="File List" age="9m ago" size="92 characters · 3 lines" id="nte_3e77">
        {files.map(({ path, added, removed }) => (
          <div key={path} className="mono small ts-file">
            {path} <span className="add">{added}</span> {removed && <span className="del">{removed}</span>}
          </div>
        ))}
      </Note>
      <Note icon={Layers} tone="context" type="Context" age="12m ago" size="144 characters · 2 lines" id="nte_3e52">
        <p>
          Resume here after a restart: the take script is in <code className="in">bucket.lua</code>;{' '}
          <code className="in">TIME</code> needs effects replication on Redis 6 and older.
        </p>
      </Note>
    </div>
  );
}

interface NoteProps {
  icon: LucideIcon;
  tone: string;
  type: string;
  age: string;
  edited?: string;
  size: string;
  id: string;
  children: ReactNode;
}

function Note({ icon: Icon, tone, type, age, edited, size, id, children }: NoteProps) {
  return (
    <div className="ts-note">
      <span className={`gl ${tone}`}>
        <Icon />
      </span>
      <div className="row g2">
        <b>{type}</b>
        <span className="t3 small">{age}</span>
        {edited && <span className="t3 small">{edited}</span>}
        <span className="btn ghost icon sm end">
          <Ellipsis />
        </span>
      </div>
      <div className="ts-prose">{children}</div>
      <div className="row g2 mono micro t3 ts-nfoot">
        <span>{size}</span>
        <span className="end">{id}</span>
        <Copy className="s14" />
      </div>
    </div>
  );
}

function LuaCode() {
  return (
    <div className="code">
      <header>
        <span>lua</span>
        <span className="btn ghost sm end">
          <Copy />
          Copy code
        </span>
      </header>
      <pre>
        <span className="k">local</span> t = redis.call(<span className="s">'TIME'</span>){'\n'}
        <span className="k">local</span> now = t[<span className="p">1</span>] * <span className="p">1000</span> +
        math.floor(t[<span className="p">2</span>] / <span className="p">1000</span>){'\n'}
        <span className="k">local</span> delta = math.max(<span className="p">0</span>, now - last){' '}
        <span className="c">-- never refill early</span>
      </pre>
    </div>
  );
}
