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

const T = PROJECT_SETTINGS_TEXTS.batons;
const NAMED = 3;

interface BatonsSectionProps {
  form: SettingsForm;
  /** Who holds a baton now. */
  holders: readonly string[];
  /** How many tasks could be begun now. */
  ready: number;
}

/** How many agents may work at once, drawn as batons: held, free, not given out. */
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
      <div className="set-row wide">
        <ul className={cx('says', typography.small)}>
          <li>
            {T.each(slots)} <b>{T.neverTwo}</b>
          </li>
          {slots > 1 && <li>{T.checkouts}</li>}
          <li>
            {T.ready(ready)} {T.lower}
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
  const kinds = [...fill(held, 'held'), ...fill(free, 'have'), ...fill(rest, 'rest')];
  return (
    <div className="set-row wide marks">
      <div className="bts" role="img" aria-label={T.marks(held, free, rest)}>
        {kinds.map((kind, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- the marks are places in a row and nothing else
          <svg key={i} className={kind} viewBox="0 0 22 22" aria-hidden="true">
            <line x1="6.5" y1="15.5" x2="15.5" y2="6.5" />
          </svg>
        ))}
      </div>
      <div className="key3">
        <span>
          <i className={held > 0 ? 'held' : 'rest'} />
          {T.held(held, nameHolders(holders))}
        </span>
        {held > slots ? (
          <span>
            <i className="held" />
            {T.over(held - slots)}
          </span>
        ) : (
          <span>
            <i className="have" />
            {T.free(free, isChanged)}
          </span>
        )}
        <span>
          <i className="rest" />
          {T.rest(rest)}
        </span>
      </div>
    </div>
  );
}

const fill = <Kind extends string>(count: number, kind: Kind): Kind[] => Array.from({ length: count }, () => kind);

/** "claude-code, codex and 14 more". */
function nameHolders(names: readonly string[]): string {
  if (names.length <= NAMED) return names.join(', ');
  return `${names.slice(0, NAMED - 1).join(', ')} and ${names.length - NAMED + 1} more`;
}
