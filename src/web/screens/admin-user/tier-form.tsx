import { type SubmitEvent, useState } from 'react';
import type { AdminUserDetail, TierName } from '#contract/admin-users.ts';
import { useSetTier } from '#web/features/admin/index.ts';
import { formatUtcDate } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { toast } from '#web/ui/toast.ts';
import { Block } from './block.tsx';
import { refusalOf } from './refusal.ts';
import { dayOf, endOf, TIER_NAMES, wishOf } from './tier.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './user-block.module.css';

const TIERS = (['free', 'pro'] as const).map((value) => ({ value, label: TIER_NAMES[value] }));

/** Grants a plan, without an end or until a day, or revokes the grant. */
export function TierForm({ user }: { user: AdminUserDetail }) {
  const [tier, setTier] = useState<TierName>(user.tier.name);
  const [day, setDay] = useState(dayOf(user.tier.granted ? user.tier.until : null));
  const [asking, setAsking] = useState(false);
  const now = useNow();
  const wish = wishOf(user.tier, tier, day);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (wish) setAsking(true);
  };
  return (
    <Block
      title="Plan"
      aside={<span className={cx(typography.small, typography.tertiary)}>{standing(user.tier)}</span>}
    >
      <form className={styles.form} onSubmit={submit}>
        <SegmentedControl className={styles.wholeLine} label="Plan" options={TIERS} value={tier} onChange={setTier} />
        {tier === 'pro' && (
          <Field label="Ends" help="Leave empty for no end date. The day ends at midnight UTC.">
            <TextInput
              type="date"
              min={dayOf(new Date(now).toISOString())}
              value={day}
              onChange={(event) => setDay(event.target.value)}
            />
          </Field>
        )}
        <Button className={styles.wholeLine} type="submit" disabled={!wish}>
          Change Plan
        </Button>
      </form>
      {asking && wish && <TierDialog user={user} tier={tier} day={day} onClose={() => setAsking(false)} />}
    </Block>
  );
}

interface TierDialogProps {
  user: AdminUserDetail;
  tier: TierName;
  day: string;
  onClose: () => void;
}

function TierDialog({ user, tier, day, onClose }: TierDialogProps) {
  const change = useSetTier(user.id);
  const until = tier === 'pro' ? endOf(day) : null;
  const confirm = () =>
    change.mutate(
      { tier, until },
      {
        onSuccess: () => {
          toast({ variant: 'success', title: 'Plan Changed', description: `${user.email} has ${TIER_NAMES[tier]}.` });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      title={`Change the plan of ${user.email} to ${TIER_NAMES[tier]}?`}
      description={
        tier === 'pro'
          ? `Pro’s limits apply immediately${until ? `, until the end of ${formatUtcDate(until)}` : ''}. Nothing is charged.`
          : 'Free’s limits apply immediately. Projects beyond them can be read and exported, but no longer changed.'
      }
      confirmLabel="Change Plan"
      danger={tier === 'free'}
      busy={change.isPending}
      error={refusalOf(change.error, (status) => `Failed to change the plan: ${status}`)}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}

function standing({ name, granted, until }: AdminUserDetail['tier']) {
  if (name === 'free') return 'Free';
  const how = granted ? 'given' : 'paid';
  return until ? `Pro, ${how}, until ${formatUtcDate(until)}` : `Pro, ${how}`;
}
