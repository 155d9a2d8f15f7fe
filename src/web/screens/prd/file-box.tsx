import { FileText, Upload, X } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { BODY_MAX_BYTES } from '#contract/constants.ts';
import { PRD_TEXTS as T } from '#contract/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Draft, EMPTY, isMarkdownName, sizeOf } from './draft.ts';

/** Takes a markdown file, by picker or by drop, and shows the one that was taken. */
export function FileBox({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState('');
  const [over, setOver] = useState(false);
  const has = draft.filename !== '';

  const take = async (file: File | undefined) => {
    if (!file) return;
    if (!isMarkdownName(file.name)) return setRefusal(T.notMarkdown);
    if (file.size > BODY_MAX_BYTES) return setRefusal('This file is larger than 1 MB. Please upload a shorter one.');
    setRefusal('');
    onChange({ content: await file.text(), filename: file.name });
  };
  const remove = () => {
    onChange(EMPTY);
    toast({
      title: 'File removed',
      description: draft.filename,
      action: { label: 'Undo', run: () => onChange(draft) },
    });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <>
      <div
        className={cx('drop', has && 'has', over && 'over')}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span className="fic">{has ? <FileText /> : <Upload />}</span>
        <div className="fill">
          <b className="block trunc">{has ? draft.filename : 'Drop a markdown file here'}</b>
          <span className="small t3">{has ? sizeOf(draft.content) : '.md or .markdown'}</span>
        </div>
        <Button variant={has ? 'ghost' : 'second'} size="sm" icon={<Upload />} onClick={() => picker.current?.click()}>
          {has ? 'Replace' : 'Choose File'}
        </Button>
        {has && <IconButton size="sm" label="Remove file" icon={<X />} onClick={remove} />}
        <input
          ref={picker}
          type="file"
          accept=".md,.markdown"
          className="sr"
          tabIndex={-1}
          aria-label="Markdown file"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
    </>
  );
}
