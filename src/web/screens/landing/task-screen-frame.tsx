import phoneDark from './task-screen-dark-phone.webp';
import wideDark from './task-screen-dark.webp';
import phoneLight from './task-screen-light-phone.webp';
import wideLight from './task-screen-light.webp';
import styles from './task-screen-frame.module.css';
import { taskScreenLabel } from './texts.ts';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

const PICTURES = [
  { theme: 'light', wide: wideLight, phone: phoneLight },
  { theme: 'dark', wide: wideDark, phone: phoneDark },
];

/** Screenshots taken by scripts/screenshots.ts from the running product; lazy loading. */
export function TaskScreenFrame() {
  return (
    <section className={cx(layout.page, styles.section)}>
      <div className={styles.frame}>
        {PICTURES.map(({ theme, wide, phone }) => (
          <picture key={theme} data-shows={theme}>
            <source media="(max-width: 559px)" srcSet={phone} width={390} height={844} />
            <img src={wide} alt={taskScreenLabel} width={1440} height={900} loading="lazy" decoding="async" />
          </picture>
        ))}
      </div>
    </section>
  );
}
