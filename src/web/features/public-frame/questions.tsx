import { Plus } from 'lucide-react';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

/** Questions that fold open; the first is open from the start. */
export function Questions({ items }: { items: readonly { question: string; answer: string }[] }) {
  return (
    <section className={cx(layout.page, 'sect faq')} aria-labelledby="questions">
      <h2 id="questions">Questions</h2>
      <div>
        {items.map(({ question, answer }, i) => (
          <details key={question} open={i === 0}>
            <summary>
              {question}
              <Plus />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
