import { Flag, Pause, SquareTerminal } from 'lucide-react';
import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import type { RunView } from '#contract/relay.ts';
import type { Run } from '#contract/run.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { useAskRun, useRelay } from './data/queries.ts';

/** The runs a key speaks to: all that are at work. */
const running = ({ runs }: RunView): Pick<Run, 'id' | 'is_paused' | 'stop'>[] =>
  runs.filter(({ run }) => run.ended_at === null).map(({ run: { id, is_paused, stop } }) => ({ id, is_paused, stop }));

/** R, P and Shift S; what the header offers as buttons. Whoever may only look can only open them. */
export function useRelayKeys(projectId: string, { mayAsk, onOpen }: { mayAsk: boolean; onOpen: () => void }) {
  const { data: runs = [] } = useRelay(projectId, running);
  const ask = useAskRun(projectId);
  const isAtWork = runs.length > 0;
  const group = T.group;
  const pause = () => {
    const asked = runs.filter(({ stop }) => stop !== 'stop');
    const isHalted = asked.every((run) => run.is_paused || run.stop === 'finish');
    const wish = asked.filter((run) => (run.is_paused || run.stop === 'finish') === isHalted);
    for (const { id } of wish) ask.mutate({ runId: id, request: isHalted ? 'resume' : 'pause' });
  };
  const finish = () => {
    for (const run of runs) if (run.stop === null) ask.mutate({ runId: run.id, request: 'finish' });
  };
  useShortcut({ keys: 'r', label: T.open, group, icon: SquareTerminal, run: onOpen });
  useShortcut(isAtWork && mayAsk ? { keys: 'p', label: T.pauseOrResume, group, icon: Pause, run: pause } : null);
  useShortcut(isAtWork && mayAsk ? { keys: 'shift+s', label: T.finish, group, icon: Flag, run: finish } : null);
  return { isAtWork, mayAsk, isStopping: runs.every(({ stop }) => stop !== null), finish };
}
