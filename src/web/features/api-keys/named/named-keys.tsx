import { Plus } from 'lucide-react';
import { useState } from 'react';
import { KEY_TEXTS } from '#contract/api-key-texts.ts';
import { FAILURE_TEXTS, LOADING } from '#contract/common-texts.ts';
import { KEYS_MAX, type NamedKey } from '#contract/named-keys.ts';
import { failureToast, messageOf } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { toast } from '#web/ui/toast.ts';
import { LeaveGuard } from '../leave-guard.tsx';
import { NewKeyBox } from '../new-key-box.tsx';
import { MakeKeyDialog } from './make-key-dialog.tsx';
import { KeyList } from './key-list.tsx';
import { useKeyMaker, useNamedKeys, useRevokeKey } from './queries.ts';
import { useShownKey } from './use-shown-key.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

interface Asking {
  what: 'rotate' | 'revoke';
  key: NamedKey;
}

/** The account's keys: make one, rotate it keeping its name, revoke it. */
export function NamedKeys({ projects }: { projects: readonly { id: string; name: string }[] | undefined }) {
  const keys = useNamedKeys();
  const loading = useDelayedFlag(keys.isPending);
  const maker = useKeyMaker();
  const revoke = useRevokeKey();
  const shown = useShownKey();
  const [isMaking, setMaking] = useState(false);
  const [asking, setAsking] = useState<Asking>();

  const tell = (error: unknown) => {
    if (!isShownElsewhere(error)) toast(failureToast(error, FAILURE_TEXTS.unknownText));
  };
  const rotate = async (key: NamedKey) => {
    try {
      const { apiKey } = await maker.rotate(key.id);
      shown.show({ apiKey, title: `Key “${key.name}” rotated` });
    } catch (error) {
      tell(error);
    }
    setAsking(undefined);
  };
  const end = (key: NamedKey) =>
    revoke.mutate(key, {
      onSuccess: () => toast({ title: 'API Key Revoked', description: `${key.name} no longer works.` }),
      onError: tell,
      onSettled: () => setAsking(undefined),
    });

  return (
    <>
      {loading && <LoadingState text={LOADING} />}
      {keys.isError && !keys.data && (
        <ErrorState
          heading="h3"
          message={messageOf(keys.error, KEY_TEXTS.loadFailed)}
          retrying={keys.isFetching}
          onRetry={() => void keys.refetch()}
        />
      )}
      {!loading && keys.data?.length === 0 && (
        <p className={cx(typography.small, typography.tertiary)}>No keys yet. Agents that sign in need none.</p>
      )}
      {!loading && keys.data && keys.data.length > 0 && (
        <KeyList
          keys={keys.data}
          projects={projects}
          onRotate={(key) => setAsking({ what: 'rotate', key })}
          onRevoke={(key) => setAsking({ what: 'revoke', key })}
        />
      )}
      <NewKeyBox made={shown.key} />
      {keys.data && (
        <div>
          <Button icon={<Plus />} disabled={keys.data.length >= KEYS_MAX} onClick={() => setMaking(true)}>
            New Key
          </Button>
        </div>
      )}
      {isMaking && (
        <MakeKeyDialog
          maker={maker}
          projects={projects ?? []}
          onMade={(made) => {
            setMaking(false);
            shown.show(made);
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {asking?.what === 'rotate' && (
        <ConfirmDialog
          open
          title={`Rotate ${asking.key.name}?`}
          description="The key stops working at once, and you get a new one with the same name and scope. Agents that use it need the new one."
          confirmLabel="Rotate"
          busy={maker.busy !== undefined}
          onConfirm={() => void rotate(asking.key)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking?.what === 'revoke' && (
        <ConfirmDialog
          open
          title={`Revoke ${asking.key.name}?`}
          description="The key stops working at once. Agents that use it are refused."
          confirmLabel="Revoke"
          busy={revoke.isPending}
          onConfirm={() => end(asking.key)}
          onClose={() => setAsking(undefined)}
        />
      )}
      <LeaveGuard active={shown.unsaved} />
    </>
  );
}
