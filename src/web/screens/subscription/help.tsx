import type { PaymentProviderName } from '#contract/subscription.ts';
import styles from './help.module.css';

const UPGRADE: Record<PaymentProviderName, string> = {
  paypal:
    'Pro starts at once. You are billed through PayPal and can cancel there at any time; Pro lasts to the end of the period.',
  sandbox:
    'Pro starts at once. This instance has no payment provider: its own sandbox stands in, no money moves, and you can cancel there at any time. Pro lasts to the end of the period.',
};

const QUESTIONS = [
  {
    question: 'When do limits reset?',
    answer:
      'Monthly limits reset on the 1st of each month. Daily ones reset at 00:00 UTC. We let you know when you come close.',
  },
  { question: 'How fast can agents call?', answer: 'Pro gets 5x higher hourly MCP limits than Free.' },
];

/** The provider is undefined until the plan is loaded. */
export function Help({ provider }: { provider: PaymentProviderName | undefined }) {
  const first = provider && { question: 'What happens when I upgrade?', answer: UPGRADE[provider] };
  return (
    <section className={styles.help} aria-label="Help">
      <dl>
        {[...(first ? [first] : []), ...QUESTIONS].map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
