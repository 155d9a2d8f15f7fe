import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Table } from '#web/ui/table.tsx';
import type { FieldName, OthersChange } from './draft.ts';
import { fieldLabel, valueWords } from './sections.ts';
import type { Clash } from './use-settings-form.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './clash-dialog.module.css';

export interface ClashDialogProps {
  clash: Clash;
  /** Returns to the form, with the other person's value in the fields given. */
  onSettle: (yielded: ReadonlySet<FieldName>) => void;
  onKeepMine: (yielded: ReadonlySet<FieldName>) => void;
}

/** Edit conflict (409): somebody else has saved meanwhile. Shows their changes field by field against the draft. */
export function ClashDialog({ clash, onSettle, onKeepMine }: ClashDialogProps) {
  const [yielded, setYielded] = useState<ReadonlySet<FieldName>>(new Set());
  const disputed = clash.changes.filter(({ mine }) => mine !== undefined).map(({ field }) => field);
  const toggle = (field: FieldName) =>
    setYielded((set) => new Set(set.has(field) ? [...set].filter((each) => each !== field) : [...set, field]));
  const allTheirs = disputed.every((field) => yielded.has(field));
  return (
    <Dialog
      open
      size="wide"
      title="Settings were changed in the meantime"
      description={`${clash.theirs.modifiedBy ?? 'Another administrator'} saved before you. Nothing you typed is lost: choose which values to keep.`}
      closeOutside={false}
      onClose={() => onSettle(new Set())}
      actions={
        <>
          <Button variant="ghost" onClick={() => onSettle(yielded)}>
            Back to the form
          </Button>
          {disputed.length > 0 && <Button onClick={() => onSettle(new Set(disputed))}>Use all of theirs</Button>}
          <Button variant="primary" data-autofocus="" onClick={() => onKeepMine(yielded)}>
            {disputed.length > 0 && !allTheirs ? 'Keep mine' : 'Save the rest'}
          </Button>
        </>
      }
    >
      <Table label="What was changed" line="around" className={styles.changes}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Theirs</th>
            <th scope="col">Yours</th>
            <th scope="col">
              <span className={typography.visuallyHidden}>Choice</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {clash.changes.map((change) => (
            <Row
              key={change.field}
              change={change}
              isYielded={yielded.has(change.field)}
              onToggle={() => toggle(change.field)}
            />
          ))}
        </tbody>
      </Table>
    </Dialog>
  );
}

interface RowProps {
  change: OthersChange;
  isYielded: boolean;
  onToggle: () => void;
}

function Row({ change: { field, theirs, mine }, isYielded, onToggle }: RowProps) {
  const label = fieldLabel(field);
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{valueWords(theirs)}</td>
      <td>{mine === undefined ? <span className={typography.tertiary}>Not changed</span> : valueWords(mine)}</td>
      <td className={styles.choice}>
        {mine === undefined ? (
          <span className={cx(typography.small, typography.tertiary)}>Theirs holds</span>
        ) : (
          <Button size="sm" aria-label={`${isYielded ? 'Use mine' : 'Use theirs'}: ${label}`} onClick={onToggle}>
            {isYielded ? 'Use mine' : 'Use theirs'}
          </Button>
        )}
      </td>
    </tr>
  );
}
