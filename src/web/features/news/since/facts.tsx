import { CirclePause, MessageCircleQuestionMark, OctagonAlert } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#contract/counted.ts';
import surface from '#web/styles/surface.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './since-facts.module.css';
import type { Fact, Place } from './list-facts.ts';

const GLYPH: Partial<Record<Fact['key'], ReactNode>> = {
  needs: <MessageCircleQuestionMark className={styles.glyph} />,
  asked: <MessageCircleQuestionMark className={styles.glyph} />,
  blocked: <OctagonAlert className={styles.glyph} />,
  stopped: <CirclePause className={styles.glyph} />,
};

/** Each fact is a link as a whole; the places below it lead to theirs. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <ul className={cx(surface.card, styles.facts)}>
      {facts.map(({ key, count, label, to, where }) => (
        <li key={key} className={styles.fact}>
          <p className={styles.big}>
            <Leading to={to}>
              {formatNumber(count)} <span>{label}</span>
            </Leading>
            {GLYPH[key]}
          </p>
          {where.length > 0 && (
            <p className={styles.where}>
              {where.map((place, i) => (
                <Fragment key={place.text}>
                  {i > 0 && ' · '}
                  <Where place={place} />
                </Fragment>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Leading({ to, children }: { to: string; children: ReactNode }) {
  if (to.startsWith('#'))
    return (
      <a className={styles.leading} href={to}>
        {children}
      </a>
    );
  return (
    <Link className={styles.leading} to={to}>
      {children}
    </Link>
  );
}

const Where = ({ place: { text, to } }: { place: Place }) =>
  to === undefined ? (
    text
  ) : (
    <Link className={styles.place} to={to}>
      {text}
    </Link>
  );
