import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { PROJECT_NAME_MAX } from '#contract/constants.ts';
import type { ImportFormat, ImportReport } from '#contract/transfer.ts';
import { callWithFile } from '#web/lib/net/api.ts';
import { useEditLock } from '#web/lib/live/edit-lock.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select, TextInput } from '#web/ui/inputs.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ImportFileBox } from './import-file-box.tsx';
import { ImportReportView } from './import-report.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

const FORMATS: readonly { value: ImportFormat | 'auto'; label: string }[] = [
  { value: 'auto', label: 'Detect from the content' },
  { value: 'baton', label: 'Baton JSON' },
  { value: 'task-master', label: 'Task Master tasks.json' },
  { value: 'beads', label: 'Beads JSONL' },
  { value: 'backlog-md', label: 'Backlog.md folder' },
];

interface Wish {
  file: File;
  format: ImportFormat | undefined;
  target: { project_id: string } | { name?: string };
}

/** Upload form, then the report with one line per imported item. */
export function ImportDialog({ project, onClose }: { project: { id: string; name: string }; onClose: () => void }) {
  const cache = useQueryClient();
  const upload = useMutation<ImportReport, Error, Wish>({
    mutationFn: ({ file, format, target }) =>
      callWithFile('POST /api/projects/import', { filename: file.name, ...target, ...(format && { format }) }, file),
    onSuccess: (report) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: queryKeys.plan(report.project.id) }),
        cache.invalidateQueries({ queryKey: queryKeys.projects }),
      ]),
  });
  if (upload.data) return <ImportReportView report={upload.data} here={project.id} onClose={onClose} />;
  return <ImportForm project={project} upload={upload} onClose={onClose} />;
}

interface ImportFormProps {
  project: { id: string; name: string };
  upload: { mutate: (wish: Wish) => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}

function ImportForm({ project, upload, onClose }: ImportFormProps) {
  const [file, setFile] = useState<File>();
  const [format, setFormat] = useState<ImportFormat | 'auto'>('auto');
  const lock = useEditLock();
  const [chosen, setInto] = useState<'here' | 'new'>('here');
  const into = lock ? 'new' : chosen;
  const [name, setName] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!file || upload.isPending) return;
    const title = name.trim();
    upload.mutate({
      file,
      format: format === 'auto' ? undefined : format,
      target: into === 'here' ? { project_id: project.id } : title === '' ? {} : { name: title },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import a plan"
      description="Baton’s own export, or the tasks of Task Master, Beads or Backlog.md. Either everything is imported or nothing."
      closable={!upload.isPending}
      closeOutside={false}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose} disabled={upload.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={upload.isPending} disabled={!file}>
            Import
          </Button>
        </>
      }
    >
      <ImportFileBox file={file} onChange={setFile} />
      <Field label="Format">
        <Select
          value={format}
          onChange={(event) => setFormat(FORMATS.find(({ value }) => value === event.target.value)?.value ?? 'auto')}
        >
          {FORMATS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {lock ? (
        <p className={cx(typography.small, typography.tertiary)}>It becomes a new project. {lock.reason}</p>
      ) : (
        <SegmentedControl
          label="Where it goes"
          options={[
            { value: 'here', label: 'Into this project' },
            { value: 'new', label: 'As a new project' },
          ]}
          value={into}
          onChange={setInto}
        />
      )}
      {into === 'here' ? (
        <p className={cx(typography.small, typography.tertiary)}>
          Added to the plan of {project.name}; a checkpoint is saved first.
        </p>
      ) : (
        <Field label="Name of the new project" help="Leave empty to use the name in the file.">
          <TextInput value={name} maxLength={PROJECT_NAME_MAX} onChange={(event) => setName(event.target.value)} />
        </Field>
      )}
      {upload.error && (
        <Notice tone="bad">{failureToast(upload.error, 'Failed to import the file').description}</Notice>
      )}
    </Dialog>
  );
}
