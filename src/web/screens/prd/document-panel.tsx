import { ChevronsDownUp, ChevronsUpDown, Save, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { PRD_TEXTS as T } from '#contract/prd-texts.ts';
import { type FileIntake, FindBar, ReadingContext, ReadingView, RoleBar, RoleMap } from '#web/features/prd/index.ts';
import { useLockedProps, useLooksOnly } from '#web/lib/live/edit-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Kbd, Keys } from '#web/ui/keys.tsx';
import { useDelayedFlag } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { Panel, PanelHeader, PanelTitle } from '#web/ui/panel.tsx';
import type { PrdDocument } from './use-document.ts';
import type { View } from './use-prd-url.ts';
import type { Workbench } from './use-workbench.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import styles from './document-panel.module.css';
import prd from './prd.module.css';

interface DocumentPanelProps {
  view: View;
  onView: (view: View) => void;
  doc: PrdDocument;
  files: FileIntake;
  bench: Workbench;
  saving: { isPending: boolean; save: () => void };
  edit: ReactNode;
}

const ID = 'specification';

/** The document: reading view with roles, and editor. */
export function DocumentPanel({ view, onView, doc, files, bench, saving, edit }: DocumentPanelProps) {
  const hasText = doc.content.trim() !== '';
  const looksOnly = useLooksOnly();
  return (
    <Panel
      className={cx(prd.document, prd.panel)}
      sheetOnPhone
      dropTarget={files.isOver && !looksOnly}
      aria-label="Document"
      {...(!looksOnly && files.dropProps)}
    >
      <PanelHeader>
        <PanelTitle hidden>Document</PanelTitle>
        <Tabs
          id={ID}
          label="Document mode"
          value={view}
          onChange={onView}
          tabs={[
            { value: 'read', label: hasText ? 'Read' : T.preview },
            { value: 'edit', label: T.edit },
          ]}
        />
        <span className={layout.grow} />
        {hasText && view === 'read' && <ReadTools bench={bench} />}
        {doc.isUnsaved && hasText && <SaveButton {...saving} />}
      </PanelHeader>
      {files.refusal && (
        <Notice className={styles.notice} tone="bad">
          <span className={cx(layout.row, layout.gap8)}>
            <span className={layout.grow}>{files.refusal}</span>
            {hasText && (
              <Button size="sm" onClick={files.choose}>
                Choose File
              </Button>
            )}
          </span>
        </Notice>
      )}
      {hasText && <Counted bench={bench} />}
      {bench.finding.isOpen && view === 'read' && <Find bench={bench} />}
      <TabPanel id={ID} value={view} fills className={styles.content}>
        {view === 'edit' && edit}
        {view === 'read' && !hasText && <p className={cx(styles.nothing, typography.tertiary)}>{T.noPreview}</p>}
        {view === 'read' && hasText && <Read bench={bench} label={doc.filename || 'The specification'} />}
      </TabPanel>
    </Panel>
  );
}

function ReadTools({ bench: { folds, finding } }: { bench: Workbench }) {
  return (
    <>
      <IconButton size="sm" label="Find in the document" shortcut="/" icon={<Search />} onClick={finding.open} />
      {folds.canFold && (
        <Button
          variant="ghost"
          size="sm"
          icon={
            folds.isAllFolded ? (
              <ChevronsUpDown className={layout.onlyOnPhone} />
            ) : (
              <ChevronsDownUp className={layout.onlyOnPhone} />
            )
          }
          onClick={folds.toggleAll}
        >
          <span className={layout.hiddenOnPhone}>{folds.isAllFolded ? 'Unfold all' : 'Fold all'}</span>
          <span className={cx(typography.visuallyHidden, layout.onlyOnPhone)}>
            {folds.isAllFolded ? 'Unfold all' : 'Fold all'}
          </span>
          <Kbd className={layout.hiddenOnPhone}>E</Kbd>
        </Button>
      )}
    </>
  );
}

function SaveButton({ isPending, save }: DocumentPanelProps['saving']) {
  const locked = useLockedProps();
  return (
    <Button size="sm" icon={<Save />} busy={isPending} onClick={save} {...locked}>
      Save
      <span className={layout.hiddenOnPhone}>
        <Keys keys="mod+s" />
      </span>
    </Button>
  );
}

function Counted({ bench }: { bench: Workbench }) {
  const { counts, isReading, error, retry, roles, places } = bench;
  const isSlow = useDelayedFlag(isReading, { delay: 300 });
  return (
    <RoleBar
      counts={isSlow ? undefined : counts}
      isTooLong={bench.isTooLong}
      total={bench.total}
      changed={bench.changedBlocks}
      filter={bench.filter}
      onFilter={bench.setFilter}
      onNextUnsure={() => places.nextUnsure(1)}
      canUndo={roles.canUndo}
      onUndo={roles.undo}
      failed={error ? { onRetry: retry } : undefined}
      map={
        <RoleMap
          reading={bench.reading}
          counts={isSlow ? undefined : counts}
          place={places.place}
          onJump={(line) => places.goTo({ line, focus: false })}
        />
      }
    />
  );
}

function Find({ bench: { finding } }: { bench: Workbench }) {
  return (
    <FindBar
      words={finding.words}
      onWords={finding.type}
      at={finding.at}
      found={finding.found}
      onStep={finding.step}
      onClose={finding.close}
    />
  );
}

function Read({ bench, label }: { bench: Workbench; label: string }) {
  const { reading, rows, filter, places, lit, finding } = bench;
  return (
    <ReadingContext value={bench.actions}>
      <ReadingView
        label={label}
        reading={reading}
        rows={rows}
        filter={filter}
        onShowAll={() => bench.setFilter(new Set())}
        target={places.target}
        lit={lit}
        find={finding.words}
        place={places.place}
        onCurrent={places.onCurrent}
      />
    </ReadingContext>
  );
}
