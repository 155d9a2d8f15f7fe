import { useState } from 'react';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import { isAsking } from '../data/needs-you.ts';
import type { PlanView } from '../data/plan-view.ts';
import typography from '#web/styles/typography.module.css';

/** Live region: announces each question once that was not there on mount. */
export function QuestionNews({ plan }: { plan: PlanView }) {
  const asking = plan.needsYou().filter(isAsking);
  const [known, setKnown] = useState<ReadonlySet<string>>(() => new Set(asking.map(questionId)));
  const [said, setSaid] = useState('');
  const fresh = asking.filter((task) => !known.has(questionId(task)));
  if (fresh.length > 0) {
    setKnown(new Set([...known, ...fresh.map(questionId)]));
    setSaid(fresh.map(({ question, number }) => T.news(question?.asked_by.name ?? '', number)).join('. '));
  }
  return <output className={typography.visuallyHidden}>{said}</output>;
}

const questionId = ({ question }: { question: { id: string } | null }): string => question?.id ?? '';
