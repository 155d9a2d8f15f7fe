import { usePageTitle } from '#web/lib/page-title.ts';
import { PublicFrame } from './public-frame.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

export interface TextPageProps {
  title: string;
  lead: string;
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
}

/** A page of plain text: privacy, terms, contact. */
export function TextPage({ title, lead, sections }: TextPageProps) {
  usePageTitle(title);
  return (
    <PublicFrame>
      <article className={cx(layout.page, 'text-page')}>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
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
