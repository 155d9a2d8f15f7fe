import { Check, History, Pencil } from 'lucide-react';
import { useRef } from 'react';
import { PRD_TEXTS as T } from '#contract/texts.ts';
import { LivingPrd, type Prd, type Specification } from '#web/features/engine/index.ts';
import type { PlanView } from '#web/features/plan/index.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { MarkdownEditor } from '#web/ui/editor/markdown-editor.tsx';
import { Markdown } from '#web/ui/markdown/markdown.tsx';
import { useRescuedFocus } from '#web/ui/rescue-focus.ts';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { toast } from '#web/ui/toast.ts';
import { countsOf, type Draft, EMPTY } from './draft.ts';
import { TEMPLATE } from './template.ts';
import type { View } from './use-view.ts';

interface EditorPanelProps {
  projectId: string;
  view: View;
  onView: (view: View) => void;
  draft: Draft;
  onChange: (draft: Draft) => void;
  kept: boolean;
  prd: Prd | undefined;
  plan: PlanView | undefined;
  onEdit: (specification: Specification) => void;
  onVersions: () => void;
}

const ID = 'specification';

/** The specification to write, to read, and, once there is a plan, to see answered. */
export function EditorPanel(props: EditorPanelProps) {
  const { view, draft, onChange, kept, prd } = props;
  const tabs: { value: View; label: string }[] = [
    { value: 'edit', label: T.edit },
    { value: 'preview', label: T.preview },
    ...(prd ? [{ value: 'plan' as const, label: 'Plan' }] : []),
  ];
  return (
    <section className="panel ed" aria-label="Specification editor">
      <header>
        <Tabs id={ID} label="Editor mode" tabs={tabs} value={view} onChange={props.onView} />
        <span className="fill" />
        {view !== 'plan' && draft.content !== '' && <KeptNote kept={kept} />}
      </header>
      <TabPanel id={ID} value={view}>
        {view === 'edit' && <Editor draft={draft} onChange={onChange} prd={prd} onEdit={props.onEdit} />}
        {view === 'preview' && <Preview content={draft.content} />}
        {view === 'plan' && prd && <Living {...props} prd={prd} />}
      </TabPanel>
      {view !== 'plan' && <Foot draft={draft} onChange={onChange} />}
    </section>
  );
}

function Editor({ draft, onChange, prd, onEdit }: Pick<EditorPanelProps, 'draft' | 'onChange' | 'prd' | 'onEdit'>) {
  return (
    <>
      {prd && draft.content === '' && <StartFrom prd={prd} onEdit={onEdit} />}
      <MarkdownEditor
        label="Specification, markdown"
        placeholder={TEMPLATE}
        value={draft.content}
        // Text changed by hand is no longer the file that was uploaded.
        onChange={(content) => onChange({ content, filename: '' })}
      />
    </>
  );
}

function StartFrom({ prd, onEdit }: { prd: Prd; onEdit: EditorPanelProps['onEdit'] }) {
  const holder = useRef<HTMLParagraphElement>(null);
  useRescuedFocus(holder);
  return (
    <p className="ed-from small t2" ref={holder}>
      Version {prd.version} is in the plan.{' '}
      <button type="button" className="link" onClick={() => onEdit(prd)}>
        Start from its text
      </button>
    </p>
  );
}

function Preview({ content }: { content: string }) {
  if (content.trim() === '') return <p className="ed-page t3">{T.noPreview}</p>;
  return (
    // A box that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="ed-page scroll" aria-label={T.preview} tabIndex={0}>
      <Markdown text={content} headings={2} />
    </section>
  );
}

function Living({ projectId, prd, plan, onEdit, onVersions }: EditorPanelProps & { prd: Prd }) {
  const bar = useRef<HTMLDivElement>(null);
  useRescuedFocus(bar);
  return (
    <>
      <div className="living-bar" ref={bar}>
        <span className="small t2 trunc">
          Version {prd.version} · {prd.filename}
        </span>
        <span className="small t3 hide-s nowrap">{formatDateTime(prd.created_at)}</span>
        <span className="fill" />
        <Button variant="ghost" size="sm" icon={<History />} onClick={onVersions}>
          Versions
        </Button>
        <Button size="sm" icon={<Pencil />} onClick={() => onEdit(prd)}>
          Edit PRD
        </Button>
      </div>
      <LivingPrd projectId={projectId} prd={prd} tasks={plan?.tasks} />
    </>
  );
}

function Foot({ draft, onChange }: Pick<EditorPanelProps, 'draft' | 'onChange'>) {
  const { characters, lines } = countsOf(draft.content);
  const clear = () => {
    onChange(EMPTY);
    toast({
      title: 'Draft cleared',
      description: `${draft.filename || 'Specification'}, ${lines}`,
      action: { label: 'Undo', run: () => onChange(draft) },
    });
  };
  return (
    <footer>
      <span className="small t3 num">
        {characters} · {lines}
      </span>
      <span className="fill" />
      <Button variant="ghost" size="sm" disabled={draft.content === ''} onClick={clear}>
        {T.clear}
      </Button>
    </footer>
  );
}

function KeptNote({ kept }: { kept: boolean }) {
  if (!kept) {
    return (
      <span className="small text-(--bad-text)" role="alert">
        This browser could not keep the draft
      </span>
    );
  }
  return (
    <span className="small t3 row g1 hide-s">
      <Check className="s12" /> Draft kept on this device
    </span>
  );
}
