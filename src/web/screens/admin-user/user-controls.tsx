import { useState } from 'react';
import type { AdminUserDetail } from '#contract/admin-users.ts';
import { ADMIN_USER_TEXTS as T } from '#contract/admin-texts.ts';
import { useEmail, useResetKey, useSetStatus, useTurnTwoFactorOff } from '#web/features/admin/index.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { Block } from './block.tsx';
import { refusalOf } from './refusal.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './user-block.module.css';

export function UserControls({ user }: { user: AdminUserDetail }) {
  const [asking, setAsking] = useState<'status' | 'key' | 'two-factor'>();
  const isOwn = useEmail() === user.email;
  const suspended = user.status === 'suspended';
  const close = () => setAsking(undefined);
  return (
    <Block title={T.controls}>
      <div className={styles.control}>
        <p className={cx(layout.grow, typography.secondary)}>{accessOf(user)}</p>
        <Button
          className={styles.controlButton}
          variant={suspended ? 'second' : 'danger-ghost'}
          onClick={() => setAsking('status')}
        >
          {suspended ? T.activate : T.suspend}
        </Button>
      </div>
      <div className={styles.control}>
        <p className={cx(layout.grow, typography.secondary)}>{revokesOf(user)}</p>
        <Button
          className={styles.controlButton}
          variant="danger-ghost"
          disabled={!user.apiKey}
          onClick={() => setAsking('key')}
        >
          {T.resetKey}
        </Button>
      </div>
      <div className={styles.control}>
        <p className={cx(layout.grow, typography.secondary)}>{signInOf(user, isOwn)}</p>
        <Button
          className={styles.controlButton}
          variant="danger-ghost"
          disabled={!user.twoFactor || isOwn}
          onClick={() => setAsking('two-factor')}
        >
          {T.turnTwoFactorOff}
        </Button>
      </div>
      {asking === 'status' && <StatusDialog user={user} onClose={close} />}
      {asking === 'key' && <KeyDialog user={user} onClose={close} />}
      {asking === 'two-factor' && <TwoFactorDialog user={user} onClose={close} />}
    </Block>
  );
}

function revokesOf({ apiKey }: AdminUserDetail): string {
  if (!apiKey) return 'This account has no API key.';
  return apiKey.count === 1 ? 'Revokes the API key.' : `Revokes all ${apiKey.count} API keys.`;
}

function accessOf({ status, apiKey }: AdminUserDetail): string {
  if (status === 'suspended') return apiKey ? 'Cannot sign in; its API key is refused.' : 'Cannot sign in.';
  return apiKey ? 'Can sign in and use its API key.' : 'Can sign in and generate an API key.';
}

function signInOf({ twoFactor }: AdminUserDetail, isOwn: boolean): string {
  if (!twoFactor) return 'Signs in without a second factor.';
  return isOwn
    ? 'Your own second factor is turned off on your Account page, or by another administrator.'
    : 'For somebody who lost their app and backup codes.';
}

interface DialogProps {
  user: AdminUserDetail;
  onClose: () => void;
}

function StatusDialog({ user, onClose }: DialogProps) {
  const change = useSetStatus(user.id);
  const isOwn = useEmail() === user.email;
  // Fixed when the dialog opens: the account changes before it closes.
  const [suspends] = useState(user.status === 'active');
  const confirm = () =>
    change.mutate(suspends ? 'suspended' : 'active', {
      onSuccess: () => {
        toast({ variant: 'success', title: suspends ? 'User Suspended' : 'User Activated', description: user.email });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      title={suspends ? `Suspend ${user.email}?` : `Activate ${user.email}?`}
      description={
        suspends
          ? `${isOwn ? 'This is your own account: you will be signed out. ' : ''}Every session ends immediately, and the API key stops working for every agent. Projects and notes stay as they are.`
          : 'The account can sign in again, and its API key works again.'
      }
      confirmLabel={suspends ? T.suspend : T.activate}
      danger={suspends}
      busy={change.isPending}
      error={refusalOf(change.error, T.statusFailed)}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}

function KeyDialog({ user, onClose }: DialogProps) {
  const reset = useResetKey(user.id);
  const confirm = () =>
    reset.mutate(undefined, {
      onSuccess: ({ hadKey }) => {
        toast({
          variant: 'success',
          title: 'API Key Reset',
          description: hadKey ? `No key of ${user.email} works any more.` : 'The key was already gone.',
        });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      title={`Reset the API key of ${user.email}?`}
      description="Every key of the account stops working immediately. Agents that use one are refused until the account’s owner makes a new one and gives it to them."
      confirmLabel={T.resetKey}
      busy={reset.isPending}
      error={refusalOf(reset.error, T.resetFailed)}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}

function TwoFactorDialog({ user, onClose }: DialogProps) {
  const turnOff = useTurnTwoFactorOff(user.id);
  const confirm = () =>
    turnOff.mutate(undefined, {
      onSuccess: ({ wasOn }) => {
        toast({
          variant: 'success',
          title: 'Two-Factor Turned Off',
          description: wasOn ? `${user.email} was told by mail.` : 'It was already off.',
        });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      title={`Turn two-factor authentication off for ${user.email}?`}
      description="Their password alone signs in then, and they are told by mail. Make sure that it is they who ask: whoever has their password only would ask for the same."
      confirmLabel={T.turnTwoFactorOff}
      busy={turnOff.isPending}
      error={refusalOf(turnOff.error, T.turnOffFailed)}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}
