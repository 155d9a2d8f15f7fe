import { FileText, Upload, X } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { toast } from '#web/ui/toast.ts';
import { type FileIntake, sizeOf } from '#web/features/prd/index.ts';
import type { PrdDocument } from './use-document.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import styles from './file-box.module.css';

/** Drop zone that shows the file once one is chosen. */
export function FileBox({ doc, files }: { doc: PrdDocument; files: FileIntake }) {
  const { content, filename } = doc;
  const has = filename !== '' && content !== '';
  const remove = () => {
    doc.discard();
    toast({
      title: 'File removed',
      description: filename,
      action: { label: 'Undo', run: () => doc.change({ content, filename }) },
    });
  };
  return (
    <div className={cx(styles.box, has && styles.hasFile, files.isOver && styles.over)}>
      <span className={styles.icon}>{has ? <FileText /> : <Upload />}</span>
      <div className={layout.grow}>
        <b className={cx(styles.name, typography.truncate)}>{has ? filename : 'Drop a Markdown file here'}</b>
        <span className={cx(typography.small, typography.tertiary)}>{has ? sizeOf(content) : '.md or .markdown'}</span>
      </div>
      <Button variant={has ? 'ghost' : 'second'} size="sm" icon={<Upload />} onClick={files.choose}>
        {has ? 'Replace' : 'Choose File'}
      </Button>
      {has && <IconButton size="sm" label="Remove file" icon={<X />} onClick={remove} />}
    </div>
  );
}
