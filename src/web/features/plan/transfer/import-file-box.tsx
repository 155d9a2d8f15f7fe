import { FileText, Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { FieldError } from '#web/ui/field.tsx';
import { IMPORT_ACCEPT, refuseImportFile } from './read-import-file.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import styles from './import-file-box.module.css';

/** File input with drag and drop. A refused file leaves the one chosen before. */
export function ImportFileBox({ file, onChange }: { file: File | undefined; onChange: (file: File) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState('');
  const [over, setOver] = useState(false);
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    const refused = refuseImportFile(chosen);
    setRefusal(refused ?? '');
    if (refused === undefined) onChange(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <>
      <div
        className={cx(styles.drop, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {file ? <FileText /> : <Upload />}
        <div className={layout.grow}>
          <b className={cx(styles.name, typography.truncate)}>{file?.name ?? 'Drop a file here'}</b>
          <span className={cx(typography.small, typography.tertiary)}>.json, .jsonl, .md, .zip, .tar or .tar.gz</span>
        </div>
        <Button size="sm" onClick={() => picker.current?.click()}>
          {file ? 'Replace' : 'Choose File'}
        </Button>
        <input
          ref={picker}
          type="file"
          accept={IMPORT_ACCEPT}
          className={typography.visuallyHidden}
          tabIndex={-1}
          aria-label="File to import"
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      {refusal !== '' && <FieldError>{refusal}</FieldError>}
    </>
  );
}
