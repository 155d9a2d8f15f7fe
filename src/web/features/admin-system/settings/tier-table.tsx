import { Fragment } from 'react';
import type { TierName } from '#contract/admin-users.ts';
import { LIMIT_RANGES } from '#contract/settings-rules.ts';
import type { TierLimits } from '#contract/subscription.ts';
import { cx } from '#web/ui/cx.ts';
import { FieldError } from '#web/ui/field.tsx';
import { type LimitField, TIERS } from './draft.ts';
import { NumberInput } from './number-input.tsx';
import type { SettingsForm } from './use-settings-form.ts';
import typography from '#web/styles/typography.module.css';
import styles from './tier-table.module.css';

type Limit = keyof TierLimits;

const LIMITS = Object.keys(LIMIT_RANGES) as Limit[];
const isTotal = (limit: Limit) => limit.includes('total_operations');
const problemId = (tier: TierName, limit: Limit) => `problem-${tier}-${limit}`;

/** Totals are computed, not editable. */
export function TierTable({ form }: { form: SettingsForm }) {
  return (
    <table className={styles.tiers}>
      <thead>
        <tr>
          <th scope="col">Limit</th>
          <th scope="col">Range</th>
          {TIERS.map(({ name, label }) => (
            <th scope="col" key={name}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {LIMITS.map((limit) => (
          <LimitRows key={limit} form={form} limit={limit} />
        ))}
      </tbody>
    </table>
  );
}

function LimitRows({ form, limit }: { form: SettingsForm; limit: Limit }) {
  const { label, min, max } = LIMIT_RANGES[limit];
  const problems = TIERS.flatMap(({ name }) => {
    const found = problemsAt(form, name, limit);
    return found.length === 0 ? [] : [{ name, found }];
  });
  return (
    <Fragment>
      <tr>
        <th scope="row">{isTotal(limit) ? label.replace(/ limit$/, '') : label}</th>
        <td className={cx(typography.tertiary, typography.small, typography.tabular)}>
          {isTotal(limit) ? 'PRD + generation' : `${min}–${max.toLocaleString('en-US')}`}
        </td>
        {TIERS.map(({ name }) => (
          <td key={name}>
            {isTotal(limit) ? (
              <Total form={form} tier={name} limit={limit} />
            ) : (
              <LimitInput form={form} field={`${name}.${limit}` as LimitField} />
            )}
          </td>
        ))}
      </tr>
      {problems.map(({ name, found }) => (
        <tr className={styles.problem} key={name}>
          <td colSpan={4} id={problemId(name, limit)}>
            {found.map((message) => (
              <FieldError key={message} end>
                {message}
              </FieldError>
            ))}
          </td>
        </tr>
      ))}
    </Fragment>
  );
}

function Total({ form, tier, limit }: { form: SettingsForm; tier: TierName; limit: Limit }) {
  const period = limit.startsWith('daily') ? 'daily' : 'monthly';
  const moved = form.changed.some((field) => field.startsWith(`${tier}.${period}_`));
  const total = form.draft.tierLimits[tier][limit];
  return (
    <output className={cx(styles.total, typography.mono, moved && styles.moved)}>
      {Number.isNaN(total) ? '–' : total.toLocaleString('en-US')}
    </output>
  );
}

function LimitInput({ form, field }: { form: SettingsForm; field: LimitField }) {
  const [tier, limit] = field.split('.') as [TierName, Limit];
  const isInvalid = problemsAt(form, tier, limit).length > 0;
  const tierLabel = TIERS.find(({ name }) => name === tier)?.label ?? '';
  return (
    <NumberInput
      className={styles.limit}
      numeric
      changed={form.changed.includes(field)}
      aria-label={`${LIMIT_RANGES[limit].label}, ${tierLabel}`}
      aria-invalid={isInvalid || undefined}
      aria-describedby={isInvalid ? problemId(tier, limit) : undefined}
      value={form.draft.tierLimits[tier][limit]}
      onValue={(value) => form.set(field, value)}
    />
  );
}

const problemsAt = (form: SettingsForm, tier: TierName, limit: Limit) =>
  form.problems.filter(({ field }) => field === `${tier}.${limit}`).map(({ message }) => message);
