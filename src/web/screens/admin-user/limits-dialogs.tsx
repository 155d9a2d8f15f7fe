import type { AdminUserDetail } from '#contract/admin-users.ts';
import { formatCount, useClearLimits, useSetLimits } from '#web/features/admin/index.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { changesOf, isEmpty, type LimitChange, type LimitTexts, overridesOf, textsOf } from './limits.ts';
import { refusalOf } from './refusal.ts';

interface Props {
  user: AdminUserDetail;
  onClose: () => void;
}

const failed = (status: number) => `Failed to save the limits: ${status}`;

export function SaveDialog({ user, texts, onClose }: Props & { texts: LimitTexts }) {
  const set = useSetLimits(user.id);
  const clear = useClearLimits(user.id);
  const act = isEmpty(texts) ? clear : set;
  const done = { onSuccess: () => finish(user, 'Limits Saved', onClose) };
  const confirm = () => (isEmpty(texts) ? clear.mutate(undefined, done) : set.mutate(overridesOf(texts), done));
  const changes = changesOf(texts, user.limits);
  return (
    <ConfirmDialog
      open
      title={`Change the limits of ${user.email}?`}
      description={
        <Changes changes={changes} unchanged="No number changes now; those typed here no longer follow the plan." />
      }
      confirmLabel="Save"
      danger={changes.some(({ from, to }) => to < from)}
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
      description={<Changes changes={changes} unchanged="No number changes now; all of them follow the plan again." />}
      confirmLabel="Clear overrides"
      danger={changes.some(({ from, to }) => to < from)}
      busy={clear.isPending}
      error={refusalOf(clear.error, failed)}
      onClose={onClose}
      onConfirm={() => clear.mutate(undefined, { onSuccess: () => finish(user, 'Overrides Cleared', onClose) })}
    />
  );
}

function finish(user: AdminUserDetail, title: string, onClose: () => void) {
  toast({ variant: 'success', title, description: `They hold for ${user.email} from now on.` });
  onClose();
}

function Changes({ changes, unchanged }: { changes: readonly LimitChange[]; unchanged: string }) {
  if (changes.length === 0) return unchanged;
  return (
    <>
      They hold from the next call on.
      <ul className="user-changes num">
        {changes.map(({ name, label, from, to }) => (
          <li key={name}>
            {label}: {formatCount(from)} → {formatCount(to)}
          </li>
        ))}
      </ul>
    </>
  );
}
