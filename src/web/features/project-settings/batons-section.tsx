import { BATON_SLOTS_MAX } from '#contract/constants.ts';
import { PROJECT_SETTINGS_TEXTS } from '#contract/project-settings-texts.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { Stepper } from '#web/ui/stepper.tsx';
import { RANGES, readNumber } from './draft.ts';
import { Section } from './section.tsx';
import { SettingRow } from './setting-row.tsx';
import type { SettingsForm } from './use-settings-form.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './batons-section.module.css';
import settingRow from './setting-row.module.css';

const T = PROJECT_SETTINGS_TEXTS.batons;
const NAMED = 3;

interface BatonsSectionProps {
  form: SettingsForm;
  holders: readonly string[];
  /** Number of tasks that are ready. */
  ready: number;
}

/** How many agents may work at once, drawn as batons: held, free, not available. */
export function BatonsSection({ form, holders, ready }: BatonsSectionProps) {
  const locked = useLockedProps();
  const isChanged = form.changed.includes('baton_slots');
  const [min, max] = RANGES.baton_slots;
  const typed = readNumber(form.draft.baton_slots);
  const slots = Math.min(max, Math.max(min, typed ?? min));
  return (
    <Section id="batons" lead={T.lead}>
      <SettingRow label={T.label} help={T.help} problem={form.problemOf('baton_slots')}>
        {(link) => (
          <Stepper
            {...link}
            label={T.label}
            fewer={T.fewer}
            more={T.more}
            text={form.draft.baton_slots}
            min={min}
            max={max}
            changed={isChanged}
            disabled={locked.disabled}
            onChange={(text) => form.set('baton_slots', text)}
          />
        )}
      </SettingRow>
      <Marks holders={holders} slots={slots} isChanged={isChanged} />
      <div className={cx(settingRow.row, settingRow.wide)}>
        <ul className={cx(styles.consequences, typography.small)}>
          <li>
            {T.each(slots)} <b>{T.neverTwo}</b>
          </li>
          {slots > 1 && <li>{T.checkouts}</li>}
          <li>
            {T.ready(ready, holders.length)} {T.lower}
          </li>
        </ul>
      </div>
    </Section>
  );
}

function Marks({ holders, slots, isChanged }: { holders: readonly string[]; slots: number; isChanged: boolean }) {
  const held = holders.length;
  const free = Math.max(0, slots - held);
  const rest = BATON_SLOTS_MAX - Math.max(slots, held);
  const looks = [...fill(held, styles.held), ...fill(free, styles.free), ...fill(rest, undefined)];
  return (
    <div className={cx(settingRow.row, settingRow.wide, settingRow.spaced)}>
      <div className={styles.batons} role="img" aria-label={T.marks(held, free, rest)}>
        {looks.map((look, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- the marks are positions in a row and have no identity
          <svg key={i} className={look} viewBox="0 0 22 22" aria-hidden="true">
            <line x1="6.5" y1="15.5" x2="15.5" y2="6.5" />
          </svg>
        ))}
      </div>
      <div className={styles.legend}>
        <span>
          <i className={cx(held > 0 && styles.held)} />
          {T.held(held, nameHolders(holders))}
        </span>
        {held > slots ? (
          <span>
            <i className={styles.held} />
            {T.over(held - slots)}
          </span>
        ) : (
          <span>
            <i className={styles.free} />
            {T.free(free, isChanged)}
          </span>
        )}
        {rest > 0 && (
          <span>
            <i />
            {T.rest(rest)}
          </span>
        )}
      </div>
    </div>
  );
}

const fill = (count: number, look: string | undefined) => Array.from({ length: count }, () => look);

/** "claude-code, codex and 14 more". */
function nameHolders(names: readonly string[]): string {
  if (names.length <= NAMED) return names.join(', ');
  return `${names.slice(0, NAMED - 1).join(', ')} and ${names.length - NAMED + 1} more`;
}
