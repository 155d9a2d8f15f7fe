import { RotateCw } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { Question } from '#contract/question.ts';
import { LIVE_TEXTS as T } from '#contract/plan-texts.ts';
import { useChangeSummary, useLiveStatus } from '#web/features/plan/index.ts';
import { isSaving, subscribeSaving } from '#web/lib/net/saving.ts';
import { formatClock } from '#web/lib/time.ts';
import { Announcement } from '#web/ui/announcement.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Kbd, keyCaps } from '#web/ui/keys.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { useDelayedFlag } from '#web/ui/loading.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import styles from './status-line.module.css';

const TONES = { connecting: 'warn', connected: 'ok', error: 'bad', off: undefined } as const;
const LOOK = { ok: styles.ok, warn: styles.warn, bad: styles.bad } as const;
const HINTS = [
  { keys: ['J', 'K'], does: 'move' },
  { keys: ['←', '→'], does: 'fold' },
  { keys: ['/'], does: 'filter' },
  { keys: ['B'], does: 'go to baton' },
  { keys: ['?'], does: 'all keys' },
];

const RELAY_HINTS = [
  { keys: ['J', 'K'], does: 'move' },
  { keys: ['B'], does: 'next baton' },
  { keys: ['R'], does: 'relay' },
  { keys: ['P'], does: 'pause' },
  { keys: ['?'], does: 'all keys' },
];

type Status = Pick<ReturnType<typeof useLiveStatus>, 'state' | 'message' | 'lastUpdate'>;

export function statusText({ state, message, lastUpdate }: Status) {
  if (state === 'connecting') return T.connecting;
  if (state === 'error') return T.failed(message ?? 'unknown');
  if (state === 'off') return T.off;
  return lastUpdate === undefined ? T.connected : T.updated(formatClock(lastUpdate));
}

interface StatusLineProps {
  projectId: string;
  /** The open question of the selected task. */
  asked: Pick<Question, 'options'> | undefined;
  hasQuestions: boolean;
  /** The relay is shown. */
  isRelay?: boolean | undefined;
}

/** While a question is on the screen, its keys take the place of those of the tree. */
export function hintsFor(asked: StatusLineProps['asked'], hasQuestions: boolean, isRelay = false): typeof HINTS {
  if (isRelay) return RELAY_HINTS;
  const next = { keys: ['Q'], does: 'next question' };
  if (!asked) return hasQuestions ? [next, ...HINTS] : HINTS;
  const options = asked.options.map((_, place) => String(place + 1));
  return [
    next,
    ...(options.length > 0 ? [{ keys: options, does: 'choose' }] : []),
    { keys: keyCaps('mod+enter'), does: 'answer' },
    ...HINTS.slice(-2),
  ];
}

/** State of the live connection, pending saves, and hints for shortcuts. */
export function StatusLine({ projectId, asked, hasQuestions, isRelay }: StatusLineProps) {
  const { retry, ...status } = useLiveStatus(projectId);
  const summary = useChangeSummary(projectId);
  const tone = TONES[status.state];
  const saving = useSyncExternalStore(subscribeSaving, isSaving);
  // Delayed: a fast save shows nothing.
  const slow = useDelayedFlag(saving, { delay: 400 });
  return (
    <footer className={styles.line} data-part="status-line" aria-busy={saving || undefined}>
      <span className={cx(styles.connection, tone && LOOK[tone])} data-part="connection">
        <Dot tone={tone} />
        <span className={typography.truncate}>{statusText(status)}</span>
      </span>
      {slow && <span>Saving…</span>}
      {/* The live region gets changes of the state only, not every new time of the last update. */}
      <Announcement text={status.state === 'error' ? 'Live updates have stopped' : summary.text} of={summary} />
      {status.state === 'error' && (
        <Button variant="ghost" size="sm" icon={<RotateCw />} onClick={retry}>
          Refresh
        </Button>
      )}
      <span className={layout.grow} />
      <span className={cx(styles.hints, layout.hiddenOnPhone)} aria-hidden="true">
        {hintsFor(asked, hasQuestions, isRelay).map(({ keys, does }) => (
          <span key={does} className={cx(layout.row, layout.gap4)}>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
            {does}
          </span>
        ))}
      </span>
    </footer>
  );
}
