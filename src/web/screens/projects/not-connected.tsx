import { WifiOff } from 'lucide-react';
import { CARD_TEXTS as T } from '#contract/news-texts.ts';
import { useAccountLost } from '#web/lib/live/account-line.ts';
import { sayMoment } from '#web/lib/say-moment.ts';
import { useNow } from '#web/lib/use-now.ts';
import icon from '#web/styles/icon.module.css';
import { cx } from '#web/ui/cx.ts';
import { useDelayedFlag } from '#web/ui/loading.tsx';
import styles from './not-connected.module.css';

/** Longer than a reconnect that succeeds takes. */
const PATIENCE = { delay: 3_000, atLeast: 0 };

/** What is shown may be old: the page says so as long as the account's stream is down. */
export function NotConnected() {
  const lostAt = useAccountLost();
  const isLong = useDelayedFlag(lostAt !== undefined, PATIENCE);
  const now = useNow();
  return (
    <output className={styles.said}>
      {isLong && lostAt !== undefined && (
        <>
          <WifiOff className={cx(icon.size12, styles.glyph)} />
          {T.notConnected(sayMoment(lostAt, now))}
        </>
      )}
    </output>
  );
}
