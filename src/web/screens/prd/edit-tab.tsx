import { Check, Eye } from 'lucide-react';
import { PRD_TEXTS as T } from '#contract/prd-texts.ts';
import { useEditLock } from '#web/lib/live/edit-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MarkdownEditor } from '#web/ui/editor/markdown-editor.tsx';
import { toast } from '#web/ui/toast.ts';
import { countsOf, type FileIntake } from '#web/features/prd/index.ts';
import { FileBox } from './file-box.tsx';
import { TEMPLATE } from './template.ts';
import type { PrdDocument } from './use-document.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import icon from '#web/styles/icon.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './edit-tab.module.css';

interface EditTabProps {
  doc: PrdDocument;
  files: FileIntake;
  /** The stored PRD, whose filename is kept while its text is edited. */
  stored: { filename: string; version: number } | undefined;
}

/** Editor; before a PRD is stored also the drop zone. Whoever may only look gets neither: nothing could be saved. */
export function EditTab({ doc, files, stored }: EditTabProps) {
  const lock = useEditLock();
  if (lock?.looksOnly)
    return (
      <EmptyState icon={Eye} title={stored ? T.onlyRead : T.noneYet} hint={lock.reason} className={styles.editor} />
    );
  return (
    <>
      {!stored && (
        <div className={styles.source}>
          <FileBox doc={doc} files={files} />
          <div className={styles.or}>
            <span>{T.or}</span>
          </div>
        </div>
      )}
      <MarkdownEditor
        className={styles.editor}
        label="Specification, markdown"
        placeholder={TEMPLATE}
        value={doc.content}
        // Edited text no longer matches the uploaded file, so it loses its name.
        onChange={(content) => doc.change({ content, filename: stored?.filename ?? '' })}
      />
      <Foot doc={doc} hasStored={stored !== undefined} />
    </>
  );
}

function Foot({ doc, hasStored }: { doc: PrdDocument; hasStored: boolean }) {
  const { content, filename } = doc;
  const { characters, lines } = countsOf(content);
  const withUndo = (title: string, drop: () => void) => {
    drop();
    toast({
      title,
      description: `${filename || 'Specification'}, ${lines}`,
      action: { label: 'Undo', run: () => doc.change({ content, filename }) },
    });
  };
  return (
    <footer className={styles.foot}>
      <span className={cx(typography.small, typography.tertiary, typography.tabular)}>
        {characters} · {lines}
      </span>
      {doc.isUnsaved && content !== '' && <KeptNote kept={doc.isKept} />}
      <span className={layout.grow} />
      {hasStored && doc.isUnsaved && (
        <Button variant="ghost" size="sm" onClick={() => withUndo('Changes discarded', doc.discard)}>
          Discard Changes
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        disabled={content === ''}
        onClick={() => withUndo('Draft cleared', () => doc.change({ content: '', filename }))}
      >
        {T.clear}
      </Button>
    </footer>
  );
}

function KeptNote({ kept }: { kept: boolean }) {
  if (!kept) {
    return (
      <span className={cx(typography.small, styles.failed)} role="alert">
        This browser could not save the draft
      </span>
    );
  }
  return (
    <span className={cx(typography.small, typography.tertiary, layout.row, layout.gap4, layout.hiddenOnPhone)}>
      <Check className={icon.size12} /> Draft kept on this device
    </span>
  );
}
