const QUESTIONS = [
  {
    question: 'What happens when I upgrade?',
    answer:
      'Pro starts at once. You are billed through PayPal and can cancel there at any time; Pro lasts to the end of the period. This version cannot take payments yet.',
  },
  { question: 'When do limits reset?', answer: 'Monthly limits reset on the 1st of each month.' },
  { question: 'How fast can agents call?', answer: 'Pro gets 5x higher hourly MCP limits than Free.' },
];

export function Help() {
  return (
    <section className="help-columns" aria-label="Help">
      <dl>
        {QUESTIONS.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
