import { usePageTitle } from '#web/lib/page-title.ts';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import { PublicFrame } from './public-frame.tsx';
import styles from './text-page.module.css';

export interface TextPageProps {
  title: string;
  lead: string;
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
}

/** For privacy, terms and contact. */
export function TextPage({ title, lead, sections }: TextPageProps) {
  usePageTitle(title);
  return (
    <PublicFrame>
      <article className={cx(layout.page, styles.page)}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </article>
    </PublicFrame>
  );
}
