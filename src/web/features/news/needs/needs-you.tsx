import { CircleHelp } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Need } from '#contract/news.ts';
import { NEEDS_TEXTS as T } from '#contract/news-texts.ts';
import { QUESTION_TEXTS } from '#contract/question-texts.ts';
import { dropDraft, keepDraft } from '#web/lib/answer-draft.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Keys } from '#web/ui/keys.tsx';
import { toast } from '#web/ui/toast.ts';
import layout from '#web/styles/layout.module.css';
import surface from '#web/styles/surface.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import type { Silent } from './free-baton-dialog.tsx';
import type { NeedRow } from './merge-needs.ts';
import { type GivenAnswer, useNeedActions } from './mutations.ts';
import { NeedFrame, NeedText } from './need-frame.tsx';
import { NeedsNews } from './needs-news.tsx';
import styles from './needs-section.module.css';
import { QuestionNeed } from './question-need.tsx';
import { SettledNeed } from './settled-need.tsx';
import { useNeedRows } from './use-need-rows.ts';

const SHOWN = 5;
const SAID_MAX = 120;

interface NeedsYouProps {
  needs: readonly Need[];
  total: number;
  onFree: (holder: Silent) => void;
}

/** What waits for the person in all projects, answered without leaving the page. */
export function NeedsYou({ needs, total, onFree }: NeedsYouProps) {
  const list = useRef<HTMLUListElement>(null);
  const { rows, setWriting, settle, reopen, end } = useNeedRows(needs);
  const actions = useNeedActions();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  useKeys(list);
  /** What was answered here, so that taking it back gives the words back too. */
  const kept = useRef(new Map<string, GivenAnswer>());

  const answer = async (row: NeedRow, given: GivenAnswer) => {
    const isSent = await actions.answer(row.need, given);
    if (!isSent) return false;
    dropDraft(row.need.task_id);
    kept.current.set(row.key, given);
    settle(row.key, { by: 'me', did: 'answered', said: sayGiven(row.need, given) });
    return true;
  };
  const takeBack = async (row: NeedRow) => {
    if (!(await actions.takeBack(row.need))) return;
    const given = kept.current.get(row.key);
    const { question } = row.need;
    if (given && question)
      keepDraft(row.need.task_id, { questionId: question.id, option: given.option, text: given.text });
    reopen(row.key);
    toast({ title: T.undone, variant: 'success' });
  };
  const lift = async (row: NeedRow) => {
    if (await actions.lift(row.need)) settle(row.key, { by: 'me', did: 'lifted' });
  };

  return (
    <>
      <NeedsNews needs={needs} />
      {rows.length > 0 && (
        <section className={styles.section} id="needs" aria-label={QUESTION_TEXTS.needsYou}>
          <div className={styles.head}>
            <h2 className={styles.title}>{QUESTION_TEXTS.needsYou}</h2>
            <span className={styles.count}>{total}</span>
            {rows.some(isOpenQuestion) && (
              <span className={cx(styles.hint, layout.hiddenOnPhone)} aria-hidden="true">
                <Keys keys="a" /> {T.answerFirst}
              </span>
            )}
          </div>
          <ul ref={list} className={cx(surface.card, styles.list)}>
            {shown.map((row) => (
              <li key={row.key} className={styles.row}>
                {row.outcome ? (
                  <SettledNeed
                    need={row.need}
                    outcome={row.outcome}
                    onUndo={() => void takeBack(row)}
                    onOver={() => end(row.key)}
                  />
                ) : (
                  <Open row={row} onWriting={setWriting} onAnswer={answer} onLift={lift} onFree={onFree} />
                )}
              </li>
            ))}
          </ul>
          {rows.length > SHOWN && !isWhole && (
            <Button className={styles.more} variant="ghost" size="sm" onClick={() => setWhole(true)}>
              {T.more(rows.length - SHOWN)}
            </Button>
          )}
          {isWhole && total > needs.length && (
            <p className={cx(styles.more, typography.small, typography.tertiary)}>
              {T.inProjects(total - needs.length)}
            </p>
          )}
        </section>
      )}
    </>
  );
}

const isOpenQuestion = ({ need, outcome }: NeedRow) => need.kind === 'question' && outcome === undefined;

/** The answer in its own words, shortened. */
function sayGiven({ question }: Need, { decide, option, text }: GivenAnswer): string {
  if (decide) return QUESTION_TEXTS.letDecide(question?.asked_by.name ?? '');
  const label = option === undefined ? '' : (question?.options[option - 1]?.label ?? '');
  const said = [label, text.trim()].filter((part) => part !== '').join(': ');
  return said.length > SAID_MAX ? `${said.slice(0, SAID_MAX).trimEnd()}…` : said;
}

interface OpenProps extends Pick<NeedsYouProps, 'onFree'> {
  row: NeedRow;
  onWriting: (key: string, isOn: boolean) => void;
  onAnswer: (row: NeedRow, answer: GivenAnswer) => Promise<boolean>;
  onLift: (row: NeedRow) => Promise<void>;
}

function Open({ row, onWriting, onAnswer, onLift, onFree }: OpenProps) {
  const { need } = row;
  if (need.kind === 'question' && need.question)
    return (
      <QuestionNeed
        need={need}
        question={need.question}
        onWriting={(isOn) => onWriting(row.key, isOn)}
        onAnswer={(given) => onAnswer(row, given)}
      />
    );
  return need.kind === 'stopped' ? (
    <Stopped need={need} onFree={onFree} />
  ) : (
    <Blocked need={need} onLift={() => onLift(row)} />
  );
}

function Blocked({ need, onLift }: { need: Need; onLift: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const lift = async () => {
    setBusy(true);
    await onLift();
    setBusy(false);
  };
  return (
    <NeedFrame
      need={need}
      title={T.blocked}
      actions={
        <>
          {need.is_writable && (
            <Button size="sm" tallOnPhone busy={isBusy} onClick={() => void lift()}>
              {T.lift}
            </Button>
          )}
          <OpenTask need={need} />
        </>
      }
    >
      <NeedText>{need.text}</NeedText>
    </NeedFrame>
  );
}

function Stopped({ need, onFree }: { need: Need } & Pick<NeedsYouProps, 'onFree'>) {
  const now = useNow();
  return (
    <NeedFrame
      need={need}
      title={T.stopped(need.by ?? '')}
      actions={
        <>
          {need.is_writable && (
            <Button size="sm" tallOnPhone onClick={() => onFree({ name: need.by ?? '', taskId: need.task_id })}>
              {T.free}
            </Button>
          )}
          <OpenTask need={need} />
        </>
      }
    >
      <NeedText>{T.stoppedText(shortAge(need.at, now))}</NeedText>
    </NeedFrame>
  );
}

const OpenTask = ({ need }: { need: Need }) => (
  <ButtonLink
    variant="ghost"
    size="sm"
    tallOnPhone
    to={paths.task(need.project_id, `T${need.task_number}`)}
    aria-label={`${T.open} T${need.task_number} ${need.task_title}`}
  >
    {T.open}
  </ButtonLink>
);

function useKeys(list: { current: HTMLElement | null }) {
  const group = 'Projects';
  useShortcut({
    keys: 'a',
    label: 'Answer the first that needs you',
    group,
    icon: CircleHelp,
    run: () => {
      const first =
        list.current?.querySelector<HTMLElement>('textarea') ?? list.current?.querySelector<HTMLElement>('button, a');
      if (!first) return false;
      first.focus();
      return first.scrollIntoView?.({ block: 'nearest' });
    },
  });
  useShortcut({
    keys: 'mod+enter',
    label: T.sendAnswer,
    group,
    within: () => list.current,
    inInputs: true,
    priority: 3,
    run: () => document.activeElement?.closest('form')?.requestSubmit() ?? false,
  });
  useShortcut({
    keys: 'escape',
    label: 'Leave the answer, keep the draft',
    group,
    within: () => list.current,
    inInputs: true,
    priority: 3,
    run: () => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
  });
}
