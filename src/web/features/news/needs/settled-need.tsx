import { useQuery } from '@tanstack/react-query';
import { Check, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Need } from '#contract/news.ts';
import { NEEDS_TEXTS as T } from '#contract/news-texts.ts';
import { QUESTION_TEXTS } from '#contract/question-texts.ts';
import { useAnswerDraft } from '#web/lib/answer-draft.ts';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { useRescuedFocus } from '#web/ui/rescue-focus.ts';
import { useAttention } from '#web/ui/use-focus-within.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import type { Outcome } from './merge-needs.ts';
import styles from './settled-need.module.css';

const SHOWN_FOR = 10_000;

interface SettledNeedProps {
  need: Need;
  outcome: Outcome;
  onUndo: () => void;
  /** It was shown long enough. */
  onOver: () => void;
}

/** A row that no longer waits, folded to one line: what was done here, or by whom elsewhere. */
export function SettledNeed({ need, outcome, onUndo, onOver }: SettledNeedProps) {
  if (outcome.by === 'others') return <SettledElsewhere need={need} onOver={onOver} />;
  return (
    <Line need={need} onOver={onOver}>
      <span className={layout.grow}>
        {outcome.did === 'answered' ? T.answered(outcome.said, agentOf(need)) : T.lifted(need.task_number)}
      </span>
      {outcome.did === 'answered' && (
        <Button size="sm" onClick={onUndo} data-stop="">
          {T.undo}
        </Button>
      )}
    </Line>
  );
}

/** Who answered is in the timeline; what was written here meanwhile is offered, not thrown away. */
function SettledElsewhere({ need, onOver }: { need: Need; onOver: () => void }) {
  const { draft, drop } = useAnswerDraft(need.task_id);
  const by = useAnswerer(need);
  const text = draft?.text.trim() ?? '';
  return (
    <Line need={need} onOver={text === '' ? onOver : undefined}>
      <span className={layout.grow}>{by === undefined ? T.notWaiting : T.answeredBy(by)}</span>
      {text !== '' && (
        <div className={styles.draft}>
          <p className={cx(typography.small, typography.secondary)}>{QUESTION_TEXTS.draftLeft}</p>
          <p className={styles.words}>{text}</p>
          <span className={cx(layout.row, layout.gap4)}>
            <CopyButton value={text} label={QUESTION_TEXTS.copyDraft} text={QUESTION_TEXTS.copyDraft} />
            <Button
              variant="ghost"
              size="sm"
              icon={<Trash2 />}
              onClick={() => {
                drop();
                onOver();
              }}
            >
              {QUESTION_TEXTS.discardDraft}
            </Button>
          </span>
        </div>
      )}
    </Line>
  );
}

/** It stays while it has the focus or the pointer: a way back must not vanish under somebody's hands. */
function Line({ need, onOver, children }: { need: Need; onOver: (() => void) | undefined; children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null);
  const isHeld = useAttention(line);
  useLater(isHeld ? undefined : onOver);
  useKeptFocus(line);
  useRescuedFocus(line);
  return (
    <div ref={line} className={styles.line} role="status" tabIndex={-1}>
      <Check className={styles.tick} />
      <span className={cx(typography.small, typography.tertiary, typography.nowrap)}>
        {need.project_name} · T{need.task_number}
      </span>
      {children}
    </div>
  );
}

/** It replaces the form that had the focus: without this, the keyboard would start again at the top of the page. */
function useKeptFocus(line: { current: HTMLElement | null }) {
  useLayoutEffect(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    (line.current?.querySelector<HTMLElement>('button') ?? line.current)?.focus({ preventScroll: true });
  }, [line]);
}

function useAnswerer({ kind, project_id: id, task_id: taskId, at }: Need): string | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.answers(id),
    queryFn: () => call('GET /api/projects/:id/timeline', { id, group: 'asked', limit: 50 }),
    enabled: kind === 'question',
    staleTime: 0,
    retry: false,
  });
  return data?.items.find((entry) => entry.kind === 'answered' && entry.task_id === taskId && entry.at >= at)?.who.name;
}

const agentOf = ({ question, by }: Need) => question?.asked_by.name ?? by ?? '';

function useLater(run: (() => void) | undefined) {
  const later = useEffectEvent(() => run?.());
  const isOn = run !== undefined;
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => later(), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [isOn]);
}
