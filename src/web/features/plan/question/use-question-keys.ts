import { OPTIONS_MAX } from '#contract/constants.ts';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';

interface QuestionKeys {
  block: { current: HTMLElement | null };
  count: number;
  onChoose: (place: number) => void;
  onSend: () => void;
}

const PLACES = Array.from({ length: OPTIONS_MAX }, (_, i) => String(i + 1));
const [FIRST = '1', ...OTHERS] = PLACES;

/** Active while the focus is inside the block; elsewhere the digits switch the tabs of the notes. */
export function useQuestionKeys({ block, count, onChoose, onSend }: QuestionKeys) {
  const group = 'Question';
  const within = () => block.current;
  useShortcut({
    keys: FIRST,
    also: OTHERS,
    label: 'Choose an option',
    group,
    within,
    priority: 3,
    run: (event) => {
      const place = Number(event?.key);
      return place >= 1 && place <= count ? onChoose(place) : undefined;
    },
  });
  useShortcut({ keys: 'mod+enter', label: T.send, group, within, inInputs: true, priority: 3, run: onSend });
  useShortcut({
    keys: 'escape',
    label: 'Leave the question, keep the draft',
    group,
    within,
    inInputs: true,
    priority: 3,
    run: leave,
  });
}

/** Moves the focus to the tree's roving-tabindex row; without a visible tree it only blurs. */
function leave() {
  const row = document.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
  if (row?.checkVisibility?.() === true) row.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
