import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import type { RoleCounts } from '#contract/requirement.ts';
import { stripMarks } from '../document/strip-marks.ts';
import type { FoldRow as Row } from '../rows/flatten-document.ts';
import { useReadingActions } from './reading-context.ts';
import { RoleGlyph } from './role-glyph.tsx';
import { RoleShares } from './role-shares.tsx';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './fold-row.module.css';

interface FoldRowProps extends Pick<Row, 'section' | 'counts'> {
  lines: readonly string[];
  isCurrent: boolean;
}

/** A collapsed section with its line counts and unsure lines. */
export const FoldRow = memo(function FoldRow({ section, counts, lines, isCurrent }: FoldRowProps) {
  const { fold } = useReadingActions();
  // From the source line, including its number.
  const name = stripMarks('heading', lines.slice(section.start_line - 1, section.start_line)).text || section.heading;
  return (
    <button
      type="button"
      className={styles.fold}
      tabIndex={isCurrent ? 0 : -1}
      data-row-button=""
      aria-expanded="false"
      aria-label={`${name}, ${said(counts)}`}
      onClick={() => fold(section.start_line, false)}
    >
      <span className={styles.number} aria-hidden="true">
        {section.start_line}
      </span>
      <ChevronRight className={cx(icon.size14, styles.chevron)} />
      <span className={styles.content}>
        <b className={typography.truncate}>{name}</b>
        {counts.unsure > 0 && (
          <span className={styles.unsure}>
            <RoleGlyph of="unsure" />
            {counts.unsure}
          </span>
        )}
        <span className={styles.count}>{lineWord(counts.total)}</span>
        <RoleShares className={styles.shares} counts={counts} />
      </span>
    </button>
  );
});

const lineWord = (count: number) => (count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`);
const said = ({ total, work, unsure }: RoleCounts) =>
  [lineWord(total), work > 0 && `${work} work`, unsure > 0 && `${unsure} unsure`].filter(Boolean).join(', ');
