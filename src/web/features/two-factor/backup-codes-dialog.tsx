import { Download } from 'lucide-react';
import { PRODUCT } from '#contract/constants.ts';
import { saveFile } from '#web/lib/net/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './backup-codes.module.css';

interface BackupCodesDialogProps {
  codes: readonly string[];
  email: string;
  onClose: () => void;
}

/** The only time that they are seen: nothing but the button closes it. */
export function BackupCodesDialog({ codes, email, onClose }: BackupCodesDialogProps) {
  const text = codes.join('\n');
  const download = () => {
    const head = `Backup codes of ${email} for ${PRODUCT} at ${window.location.host}. Each signs in once.`;
    saveFile('baton-backup-codes.txt', 'text/plain', `${head}\n\n${text}\n`);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      closable={false}
      title="Your Backup Codes"
      description="Each signs you in once, without the app. Keep them where you keep passwords: they are not shown again."
      actions={
        <Button variant="primary" onClick={onClose}>
          I Have Saved Them
        </Button>
      }
    >
      <ul className={styles.codes} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={cx(layout.row, layout.gap8)}>
        <Button icon={<Download />} onClick={download} data-autofocus="">
          Download
        </Button>
        <CopyButton value={text} label="Copy codes" text="Copy" variant="second" size="md" />
      </div>
    </Dialog>
  );
}
