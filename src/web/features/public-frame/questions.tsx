import { Plus } from 'lucide-react';

/** Questions that fold open; the first is open from the start. */
export function Questions({ items }: { items: readonly { question: string; answer: string }[] }) {
  return (
    <section className="wrap sect faq" aria-labelledby="questions">
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
