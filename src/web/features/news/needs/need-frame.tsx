import { CirclePause, MessageCircleQuestionMark, OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Need } from '#contract/news.ts';
import { NEEDS_TEXTS as T } from '#contract/news-texts.ts';
import { shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './need-frame.module.css';

const GLYPH = { question: MessageCircleQuestionMark, block: OctagonAlert, stopped: CirclePause } as const;

interface NeedFrameProps {
  need: Need;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** One row: why, where and since when; then what it says, and what can be done about it. */
export function NeedFrame({ need, title, children, actions }: NeedFrameProps) {
  const now = useNow();
  const Glyph = GLYPH[need.kind];
  const task = paths.task(need.project_id, `T${need.task_number}`);
  return (
    <>
      <Glyph className={styles.glyph} />
      <div className={styles.body}>
        <p className={styles.top}>
          <b>{title}</b>
          <span className={styles.place}>
            <Link to={paths.tasks(need.project_id)}>{need.project_name}</Link>
          </span>
          <span className={cx(styles.place, typography.truncate)}>
            <Link to={need.kind === 'question' ? `${task}&answer` : task} data-stop="">
              <span className={cx(typography.mono, typography.micro)}>T{need.task_number}</span> {need.task_title}
            </Link>
          </span>
          <span className={cx(typography.nowrap, actions ? styles.place : styles.age)}>
            <time dateTime={need.at}>{T.ago(shortAge(need.at, now))}</time>
            {need.kind === 'block' && need.by !== null && (
              <span className={layout.hiddenOnPhone}> {T.by(need.by)}</span>
            )}
          </span>
        </p>
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </>
  );
}

export const NeedText = ({ children }: { children: string }) => <p className={styles.text}>{children}</p>;
