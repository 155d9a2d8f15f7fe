import { CircleCheck, CircleX } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { VERIFY_COMMAND_MAX } from '#contract/constants.ts';
import type { DoneMeans } from '#contract/proof.ts';
import { PROJECT_SETTINGS_TEXTS } from '#contract/project-settings-texts.ts';
import { sayDuration } from '#contract/proof-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/field.tsx';
import { TextInput, UnitInput } from '#web/ui/inputs.tsx';
import { Section } from './section.tsx';
import type { SettingsForm } from './use-settings-form.ts';
import typography from '#web/styles/typography.module.css';
import icon from '#web/styles/icon.module.css';
import layout from '#web/styles/layout.module.css';
import styles from './done-section.module.css';

const T = PROJECT_SETTINGS_TEXTS.done;
const F = PROJECT_SETTINGS_TEXTS.fields;

/** The newest run of the verify command in any task. */
export interface LastRun {
  passed: boolean;
  seconds: number;
  number: number;
  at: string;
  address: string;
}

/** Three levels, each including the one before; the last one has a command. */
interface DoneSectionProps {
  form: SettingsForm;
  last: LastRun | undefined;
  project: Pick<ProjectSummary, 'role' | 'owner_name'>;
}

export function DoneSection({ form, last, project }: DoneSectionProps) {
  const name = useId();
  const isOthersToSet = project.role !== 'owner' && form.draft.verify_command.trim() === '';
  const rung = (value: DoneMeans, title: string, help: string, more?: ReactNode) => (
    <Rung
      name={name}
      title={title}
      help={help}
      checked={form.draft.done_means === value}
      changed={form.changed.includes('done_means')}
      disabled={value === 'verified' && isOthersToSet}
      onChoose={() => form.set('done_means', value)}
    >
      {more}
    </Rung>
  );
  return (
    <Section id="done" lead={`${T.lead} ${T.held}`}>
      <div role="radiogroup" aria-labelledby="done-title">
        {rung('word', T.word, T.wordHelp)}
        {rung('checks', T.checks, T.checksHelp)}
        {rung(
          'verified',
          T.verified,
          isOthersToSet ? `${T.verifiedHelp} ${T.ownersCommand(project.owner_name)}` : T.verifiedHelp,
          <Verify form={form} last={last} project={project} />,
        )}
      </div>
    </Section>
  );
}

interface RungProps {
  name: string;
  title: string;
  help: string;
  checked: boolean;
  /** Changed and not saved yet. */
  changed: boolean;
  /** There is no command, and the person may not enter one. */
  disabled: boolean;
  onChoose: () => void;
  /** Shown while this level is chosen. */
  children: ReactNode;
}

function Rung({ name, title, help, checked, changed, disabled, onChoose, children }: RungProps) {
  const locked = useLockedProps();
  const helpId = useId();
  return (
    <div className={styles.rung}>
      <label className={styles.choice}>
        <input
          className={cx(styles.radio, changed && styles.changed)}
          type="radio"
          name={name}
          aria-describedby={helpId}
          checked={checked}
          onChange={onChoose}
          disabled={locked.disabled ?? disabled}
        />
        <b>{title}</b>
      </label>
      <p className={styles.help} id={helpId}>
        {help}
      </p>
      {checked && children}
    </div>
  );
}

function Verify({ form, last, project }: DoneSectionProps) {
  const locked = useLockedProps();
  const { draft, changed, problemOf, set } = form;
  const number = (field: 'verify_timeout_minutes' | 'verify_tries', unit: string) => (
    <Field label={F[field]} error={problemOf(field)}>
      <UnitInput
        unit={unit}
        changed={changed.includes(field)}
        value={draft[field]}
        disabled={locked.disabled}
        onChange={(event) => set(field, event.target.value)}
      />
    </Field>
  );
  return (
    <div className={styles.verify}>
      <div className={styles.fields}>
        <Field
          className={styles.command}
          label={F.verify_command}
          help={project.role === 'owner' ? undefined : T.ownersCommand(project.owner_name)}
          error={problemOf('verify_command')}
        >
          <TextInput
            mono
            changed={changed.includes('verify_command')}
            maxLength={VERIFY_COMMAND_MAX}
            placeholder="npm test"
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            value={draft.verify_command}
            disabled={locked.disabled ?? project.role !== 'owner'}
            onChange={(event) => set('verify_command', event.target.value)}
          />
        </Field>
        {number('verify_timeout_minutes', T.minutes)}
        {number('verify_tries', T.times)}
      </div>
      <Last last={last} />
    </div>
  );
}

function Last({ last }: { last: LastRun | undefined }) {
  const now = useNow();
  if (!last) return <p className={styles.lastRun}>{T.never}</p>;
  const { passed, seconds, number, at, address } = last;
  return (
    <p className={cx(styles.lastRun, passed ? styles.passed : styles.failed)}>
      {passed ? <CircleCheck className={icon.size14} /> : <CircleX className={icon.size14} />}
      <span>{T.last(passed, sayDuration(seconds), number, shortAge(at, now))}</span>
      <Link className={cx(typography.link, layout.pushEnd)} to={address}>
        {T.show}
      </Link>
    </p>
  );
}
