import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { downloadFile } from '../download-file.ts';
import { formatSize } from '../format-size.ts';
import { ActionCard } from './action-card.tsx';
import { useAction } from './maintenance-query.ts';

/** The archive is streamed while it is made, so its size is unknown until the end: the bytes so far are shown. */
export function BackupCard() {
  const [bytes, setBytes] = useState(0);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const backup = useAction(async () => {
    const started = performance.now();
    const control = new AbortController();
    stop.current = control;
    setBytes(0);
    const size = await takeBackup(control.signal, setBytes);
    return {
      ms: Math.round(performance.now() - started),
      summary: `Saved ${formatSize(size)} to your downloads.`,
    };
  });
  return (
    <ActionCard
      title="Backup"
      text="Downloads everything as one archive. Run baton restore FILE to restore it into an empty instance."
      button="Download Backup"
      icon={<Download />}
      action={backup}
      progress={formatSize(bytes)}
      onStart={() => backup.mutate()}
      onCancel={() => stop.current?.abort()}
    />
  );
}

async function takeBackup(signal: AbortSignal, onProgress: (bytes: number) => void) {
  try {
    return await downloadFile({
      method: 'POST',
      path: '/api/admin/system/backup',
      filename: 'baton-backup.jsonl.gz',
      signal,
      onProgress,
    });
  } catch (error) {
    if (signal.aborted) throw new Error('The backup was canceled; nothing was saved.', { cause: error });
    // A stream that breaks off throws a TypeError whose message differs between browsers.
    if (error instanceof TypeError)
      throw new Error('The backup stopped before it was complete; nothing was saved.', { cause: error });
    throw error;
  }
}
