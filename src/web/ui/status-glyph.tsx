import { cx } from './cx.ts';
import { asImage } from './naming.ts';

export type GlyphStatus = 'open' | 'wip' | 'done';

/** Ring, ring with a slanted bar, disc with a tick. Give it no label where the word stands beside it. */
export function StatusGlyph({ status, label }: { status: GlyphStatus; label?: string | undefined }) {
  return (
    <svg className={cx('st', status)} viewBox="0 0 14 14" {...asImage(label)}>
      {status === 'done' ? (
        <>
          <circle className="disc" cx="7" cy="7" r="6.25" />
          <path className="chk" d="m4.3 7.2 1.9 1.9 3.5-4" />
        </>
      ) : (
        <circle className="ring" cx="7" cy="7" r="5.5" />
      )}
      {status === 'wip' && <path className="bar" d="M5.6 8.4 8.4 5.6" />}
    </svg>
  );
}
