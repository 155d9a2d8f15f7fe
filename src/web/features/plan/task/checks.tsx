import { Check as Tick, Pencil, Plus, Trash2, X } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import { TASK_CHECKS_MAX, TASK_CHECK_MAX } from '#contract/constants.ts';
import type { Check } from '#contract/task.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { CodeText } from '#web/ui/code-text.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { keyChecks } from '../data/key-checks.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import icon from '#web/styles/icon.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './checks.module.css';
import { RowTools } from './row-tools.tsx';

interface ChecksProps {
  checks: readonly Check[];
  /** Resolves to whether they were saved. */
  onChange: (checks: Check[]) => Promise<boolean>;
}

const focusInput = (element: HTMLInputElement | null) => element?.focus();

export function Checks({ checks, onChange }: ChecksProps) {
  const locked = useLockedProps();
  const [edited, setEdited] = useState<string>();
  const section = useRef<HTMLElement>(null);
  /** Row whose edit button gets the focus after an edit; a reworded check has another key and is remounted. */
  const returnTo = useRef<string>(undefined);
  const keyed = keyChecks(checks);
  const replace = (key: string, next: Check | undefined) =>
    onChange(keyed.flatMap((each) => (each.key === key ? (next ? [next] : []) : [each.check])));
  const reword = (key: string, check: Check, text: string) => {
    setEdited(undefined);
    returnTo.current = key;
    if (text === check.text) return;
    const place = keyed.findIndex((each) => each.key === key);
    returnTo.current = keyChecks(checks.with(place, { ...check, text }))[place]?.key;
    void replace(key, { ...check, text });
  };
  if (locked.disabled && checks.length === 0) return null;
  return (
    <section ref={section} className={styles.checks} aria-labelledby="done-when">
      <h3 id="done-when">Done when</h3>
      <ul>
        {keyed.map(({ key, check }) =>
          edited === key ? (
            <li key={key}>
              <CheckEditor
                text={check.text}
                onCancel={() => reword(key, check, check.text)}
                onSave={(text) => reword(key, check, text)}
              />
            </li>
          ) : (
            <li key={key}>
              <Checkbox
                className={styles.checkbox}
                checked={check.met}
                onChange={() => void replace(key, turned(check))}
                {...locked}
              >
                <span className={styles.text}>
                  <CodeText text={check.text} />
                  {check.met && check.seen !== undefined && check.seen !== '' && (
                    <span className={styles.seen}>Seen: {check.seen}</span>
                  )}
                </span>
              </Checkbox>
              <RowTools>
                <IconButton
                  size="sm"
                  label={`Edit check: ${check.text}`}
                  icon={<Pencil />}
                  ref={(button) => {
                    if (!button || returnTo.current !== key) return;
                    returnTo.current = undefined;
                    button.focus();
                  }}
                  onClick={() => setEdited(key)}
                  {...locked}
                />
                <IconButton
                  size="sm"
                  label={`Remove check: ${check.text}`}
                  icon={<Trash2 />}
                  {...locked}
                  onClick={() => {
                    void replace(key, undefined);
                    section.current?.querySelector<HTMLElement>('form input')?.focus();
                  }}
                />
              </RowTools>
            </li>
          ),
        )}
      </ul>
      {locked.disabled ? null : checks.length < TASK_CHECKS_MAX ? (
        <NewCheck onAdd={(text) => onChange([...checks, { text, met: false }])} />
      ) : (
        <p className={cx(typography.small, typography.tertiary)}>A task has at most {TASK_CHECKS_MAX} checks.</p>
      )}
    </section>
  );
}

/** The evidence is dropped when a check is unticked. */
const turned = ({ text, met, seen }: Check): Check => ({
  text,
  met: !met,
  ...(!met && seen !== undefined && { seen }),
});

function CheckEditor({
  text,
  onSave,
  onCancel,
}: {
  text: string;
  onSave: (text: string) => void;
  onCancel: () => void;
}) {
  const [value, setValue] = useState(text);
  const save = () => (value.trim() === '' ? onCancel() : onSave(value.trim()));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Enter') save();
    else onCancel();
  };
  return (
    <div className={cx(layout.row, layout.gap4, layout.grow)}>
      <TextInput
        ref={focusInput}
        aria-label="Check"
        maxLength={TASK_CHECK_MAX}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton size="sm" label="Save check" icon={<Tick />} onClick={save} />
      <IconButton size="sm" label="Cancel" icon={<X />} onClick={onCancel} />
    </div>
  );
}

function NewCheck({ onAdd }: { onAdd: (text: string) => Promise<boolean> }) {
  const [text, setText] = useState('');
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const added = text.trim();
    if (added === '') return;
    setText('');
    if (!(await onAdd(added))) setText((next) => (next === '' ? added : next));
  };
  return (
    <form className={styles.addLine} onSubmit={(event) => void submit(event)}>
      <Plus className={icon.size14} />
      <TextInput
        quiet
        underIcon
        aria-label="Add a check"
        placeholder="Add a check"
        maxLength={TASK_CHECK_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
