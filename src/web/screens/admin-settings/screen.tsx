import './admin-settings.css';
import { ADMIN_SETTINGS_TEXTS as T } from '#contract/admin-texts.ts';
import { LOADING } from '#contract/common-texts.ts';
import { AdminHead } from '#web/features/admin/index.ts';
import { failureWords, useSettings } from '#web/features/admin-system/index.ts';
import { InstanceSection } from '#web/features/instance-kind/index.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { SettingsPage } from './settings-page.tsx';

export function Component() {
  const settings = useSettings();
  const loading = useDelayedFlag(settings.isPending);
  if (settings.data && !loading) return <SettingsPage loaded={settings.data} before={<InstanceSection />} />;
  return (
    <>
      <AdminHead title={T.title} />
      <div className="settings-wait">
        {loading && (
          <LoadingState text={LOADING}>
            <Skeleton height={420} width="100%" />
          </LoadingState>
        )}
        {!loading && settings.isError && (
          <ErrorState
            message={failureWords(settings.error, T.fetchFailed, T.loadFailed)}
            retrying={settings.isFetching}
            onRetry={() => void settings.refetch()}
          />
        )}
      </div>
    </>
  );
}
