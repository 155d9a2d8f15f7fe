import type { AdminUserDetail } from '#contract/admin-users.ts';
import { formatCount, useClearLimits, useSetLimits } from '#web/features/admin/index.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { changesOf, isEmpty, type LimitChange, type LimitTexts, overridesOf, textsOf } from './limits.ts';
import { refusalOf } from './refusal.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './user-block.module.css';

interface Props {
  user: AdminUserDetail;
  onClose: () => void;
}

const isLess = ({ from, to }: LimitChange) => (to ?? Infinity) < (from ?? Infinity);
const shown = (limit: number | null) => (limit === null ? 'no limit' : formatCount(limit));

const failed = (status: number) => `Failed to save the limits: ${status}`;

export function SaveDialog({ user, texts, onClose }: Props & { texts: LimitTexts }) {
  const set = useSetLimits(user.id);
  const clear = useClearLimits(user.id);
  const act = isEmpty(texts) ? clear : set;
  const done = { onSuccess: () => finish(user, isEmpty(texts), onClose) };
  const confirm = () => (isEmpty(texts) ? clear.mutate(undefined, done) : set.mutate(overridesOf(texts), done));
  const changes = changesOf(texts, user.limits);
  return (
    <ConfirmDialog
      open
      title={`Change the limits of ${user.email}?`}
      description={
        <Changes
          user={user}
          changes={changes}
          unchanged="No limit changes now, but those typed here no longer follow the plan."
        />
      }
      confirmLabel="Save"
      danger={changes.some(isLess)}
      busy={act.isPending}
      error={refusalOf(act.error, failed)}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}

export function ClearDialog({ user, onClose }: Props) {
  const clear = useClearLimits(user.id);
  const changes = changesOf(textsOf(null), user.limits);
  return (
    <ConfirmDialog
      open
      title={`Clear the overrides of ${user.email}?`}
      description={
        <Changes user={user} changes={changes} unchanged="No limit changes now. All of them follow the plan again." />
      }
      confirmLabel="Clear overrides"
      danger={changes.some(isLess)}
      busy={clear.isPending}
      error={refusalOf(clear.error, failed)}
      onClose={onClose}
      onConfirm={() => clear.mutate(undefined, { onSuccess: () => finish(user, true, onClose) })}
    />
  );
}

function finish({ email }: AdminUserDetail, isCleared: boolean, onClose: () => void) {
  const [title, what] = isCleared ? ['Overrides Cleared', 'The plan’s limits apply'] : ['Limits Saved', 'They apply'];
  toast({ variant: 'success', title, description: `${what} to ${email} from now on.` });
  onClose();
}

interface ChangesProps {
  user: AdminUserDetail;
  changes: readonly LimitChange[];
  unchanged: string;
}

function Changes({ user, changes, unchanged }: ChangesProps) {
  if (changes.length === 0) return unchanged;
  const allowed = changes.find(({ name }) => name === 'max_projects')?.to ?? user.activeProjects;
  return (
    <>
      They apply from the next call on.
      <ul className={cx(styles.changes, typography.tabular)}>
        {changes.map(({ name, label, from, to }) => (
          <li key={name}>
            {label}: {shown(from)} → {shown(to)}
          </li>
        ))}
      </ul>
      {allowed < user.activeProjects && readOnlyWords(user.activeProjects - allowed)}
    </>
  );
}

const readOnlyWords = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'project' : 'projects'} beyond them can be read and exported, but no longer changed.`;
