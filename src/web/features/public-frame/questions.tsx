import { Plus } from 'lucide-react';
import { PageSection } from './page-section.tsx';
import styles from './questions.module.css';

export function Questions({ items }: { items: readonly { question: string; answer: string }[] }) {
  return (
    <PageSection title="Questions" headingId="questions" sideBySide>
      <div>
        {items.map(({ question, answer }, i) => (
          <details key={question} className={styles.question} open={i === 0}>
            <summary>
              {question}
              <Plus />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </PageSection>
  );
}
