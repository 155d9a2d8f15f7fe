import { useSearchParams } from 'react-router';
import { ADMIN_SETTINGS_TEXTS } from '#contract/admin-texts.ts';
import { LOADING } from '#contract/common-texts.ts';
import { AdminHead } from '#web/features/admin/index.ts';
import {
  AuditLog,
  failureWords,
  FilterBar,
  ModeCard,
  Security,
  Upkeep,
  useSettings,
} from '#web/features/admin-system/index.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import styles from './admin-maintenance.module.css';

const TABS = [
  { value: 'actions', label: 'Maintenance' },
  { value: 'audit', label: 'Audit log' },
] as const;

export function Component() {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'audit' ? 'audit' : 'actions';
  const choose = (value: 'actions' | 'audit') => setSearch(value === 'audit' ? { tab: value } : {}, { replace: true });
  return (
    <>
      <AdminHead title="Maintenance" sub="Everything done here is kept in the audit log" />
      <FilterBar>
        <Tabs id="maintenance" label="Maintenance" tabs={TABS} value={tab} onChange={choose} />
      </FilterBar>
      <TabPanel id="maintenance" value={tab}>
        {tab === 'audit' && <AuditLog />}
        {/* Hidden instead of unmounted: keeps a message that is being typed. */}
        <div hidden={tab === 'audit'}>
          <Actions />
        </div>
      </TabPanel>
    </>
  );
}

function Actions() {
  return (
    <div className={styles.actions}>
      <section aria-labelledby="mode-title">
        <h2 id="mode-title" className={styles.title}>
          Mode
        </h2>
        <Mode />
      </section>
      <section aria-labelledby="upkeep-title">
        <h2 id="upkeep-title" className={styles.title}>
          Upkeep
        </h2>
        <Upkeep />
      </section>
      <section aria-labelledby="security-title">
        <h2 id="security-title" className={styles.title}>
          Security
        </h2>
        <Security />
      </section>
    </div>
  );
}

function Mode() {
  const settings = useSettings();
  const loading = useDelayedFlag(settings.isPending);
  if (loading)
    return (
      <LoadingState text={LOADING}>
        <Skeleton height={120} width="100%" />
      </LoadingState>
    );
  if (settings.data) return <ModeCard settings={settings.data.settings} />;
  if (!settings.isError) return null;
  const { fetchFailed, loadFailed } = ADMIN_SETTINGS_TEXTS;
  return (
    <ErrorState
      heading="h3"
      message={failureWords(settings.error, fetchFailed, loadFailed)}
      retrying={settings.isFetching}
      onRetry={() => void settings.refetch()}
    />
  );
}
