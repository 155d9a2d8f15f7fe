import type { AdminUserDetail } from '#contract/admin-users.ts';
import { ADMIN_USER_TEXTS as T } from '#contract/admin-texts.ts';
import { AdminHead, formatCost, formatNumber, StatStrip, StatusBadge } from '#web/features/admin/index.ts';
import { useIsTeam } from '#web/lib/net/instance.ts';
import { DayBars } from '#web/ui/charts/day-bars.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { BackToUsers } from './back-to-users.tsx';
import { Details } from './details.tsx';
import { LimitsForm } from './limits-form.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { TierForm } from './tier-form.tsx';
import { UserControls } from './user-controls.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './admin-user.module.css';

export function UserDetail({ user }: { user: AdminUserDetail }) {
  const isTeam = useIsTeam();
  return (
    <>
      <BackToUsers />
      <AdminHead
        title={user.email}
        beside={
          <>
            <StatusBadge status={user.status} />
            {user.isAdmin && <Badge tone="info">Admin</Badge>}
          </>
        }
        sub={user.displayName || undefined}
      />
      <StatStrip label="Usage" stats={statsOf(user)} />
      <div className={styles.columns}>
        <div className={cx(styles.column, styles.first)}>
          <Details user={user} />
          <UserControls user={user} />
        </div>
        <div className={cx(styles.column, styles.main)}>
          <DayBars
            title="Tokens per day, last 30 days"
            unit="tokens"
            days={user.tokensPerDay.map(({ day, tokens }) => ({ day, count: tokens }))}
            empty="No tokens were used in the last 30 days."
          />
          <RecentActivity items={user.recentActivity} />
        </div>
        <div className={cx(styles.column, styles.plan)}>
          {!isTeam && <TierForm key={`${user.tier.name} ${user.tier.until}`} user={user} />}
          <LimitsForm key={JSON.stringify(user.limits.overrides)} user={user} isTeam={isTeam} />
        </div>
      </div>
    </>
  );
}

function statsOf(user: AdminUserDetail) {
  const { successRate, avgResponseTime } = user;
  return [
    { name: T.stats.total, value: formatNumber(user.totalTokensUsed) },
    { name: T.stats.monthly, value: formatNumber(user.monthlyTokenUsage) },
    { name: T.stats.cost, value: formatCost(user) },
    { name: T.stats.success, value: successRate === null ? undefined : `${successRate.toFixed(1)}%` },
    {
      name: T.stats.time,
      value: avgResponseTime === null ? undefined : `${formatNumber(Math.round(avgResponseTime))} ms`,
    },
    { name: T.stats.projects, value: formatNumber(user.activeProjects) },
  ];
}
