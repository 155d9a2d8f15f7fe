import { useState } from 'react';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import { isAsking } from '../data/needs-you.ts';
import type { PlanView } from '../data/plan-view.ts';
import { Announcement } from '#web/ui/announcement.tsx';

/** Live region: announces each question once that was not there on mount. */
export function QuestionNews({ plan }: { plan: PlanView }) {
  const asking = plan.needsYou().filter(isAsking);
  const [known, setKnown] = useState<ReadonlySet<string>>(() => new Set(asking.map(questionId)));
  const [said, setSaid] = useState({ text: '' });
  const fresh = asking.filter((task) => !known.has(questionId(task)));
  if (fresh.length > 0) {
    setKnown(new Set([...known, ...fresh.map(questionId)]));
    setSaid({ text: fresh.map(({ question, number }) => T.news(question?.asked_by.name ?? '', number)).join('. ') });
  }
  return <Announcement text={said.text} of={said} />;
}

const questionId = ({ question }: { question: { id: string } | null }): string => question?.id ?? '';
