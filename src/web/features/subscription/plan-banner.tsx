import styles from './plan-banner.module.css';
import { TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { deviceStore } from '#web/lib/browser-store.ts';
import { paths } from '#web/paths.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useRescuedFocus } from '#web/ui/rescue-focus.ts';
import { dismissNotice, useDismissed } from './dismissed-notices.ts';
import { type Banner, chooseBanner, noticeKey } from './notices.ts';
import { mayUpgrade } from './plan.ts';
import { useSubscription } from './queries.ts';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

const SHOWN = 'baton-plan-banner';

/** One line below the header: what exceeds the plan, or is nearly used up. */
export function PlanBanner() {
  const { data, isPending } = useSubscription();
  const { pathname } = useLocation();
  const isDismissed = useDismissed();
  const chosen = data && chooseBanner(data, isDismissed);
  // The subscription screen shows it in its meters.
  const banner = chosen?.kind === 'limit' && pathname.startsWith(paths.subscription) ? undefined : chosen;
  const isShown = banner !== undefined;
  useEffect(() => {
    if (isPending) return;
    deviceStore.write(SHOWN, isShown ? 'yes' : 'no');
  }, [isPending, isShown]);
  if (isPending) {
    // Reserves its space while loading if it was shown the last time: no layout shift. On a device where nothing is known
    // the page below waits for it, because a click is lost when its target moves between press and release.
    const before = deviceStore.read(SHOWN);
    if (before === 'yes') return <div className={styles.banner} data-part="plan-banner" aria-hidden="true" />;
    if (before === null) return <div className={styles.unknown} />;
  }
  return <div role="status">{banner && <Bar banner={banner} offers={data !== undefined && mayUpgrade(data)} />}</div>;
}

function Bar({ banner, offers }: { banner: Banner; offers: boolean }) {
  const bar = useRef<HTMLDivElement>(null);
  useRescuedFocus(bar);
  return (
    <div className={styles.banner} data-part="plan-banner" ref={bar}>
      <TriangleAlert className={icon.size14} />
      <p>
        {banner.text}{' '}
        {banner.kind === 'read-only' ? (
          <Link className={cx(typography.link, styles.link)} to={paths.keepProjects}>
            Choose projects
          </Link>
        ) : banner.notice.limit === 'storage' ? (
          // Links to the account page, which has the storage meter even where there are no plans.
          <Link className={cx(typography.link, styles.link)} to={paths.profile}>
            Make room
          </Link>
        ) : (
          <Link className={cx(typography.link, styles.link)} to={paths.subscription}>
            {offers ? 'Upgrade' : 'View usage'}
          </Link>
        )}
        {banner.more > 0 && (
          <>
            {' '}
            <Link className={cx(typography.link, typography.secondary, styles.link)} to={paths.subscription}>
              and {banner.more} more {banner.more === 1 ? 'notice' : 'notices'}
            </Link>
          </>
        )}
      </p>
      {banner.kind === 'limit' && (
        <IconButton
          className={styles.close}
          size="sm"
          label="Dismiss this notice"
          icon={<X />}
          onClick={() => dismissNotice(noticeKey(banner.notice))}
        />
      )}
    </div>
  );
}
