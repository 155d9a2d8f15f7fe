import { useEffect, useRef, useState } from 'react';
import { RELAY_TEXTS as T, sayCounts, sayOutcome, STATE_WORDS } from '#contract/relay-texts.ts';
import type { RunView } from '#contract/relay.ts';

const EVERY = 10_000;
/** More than this at once is too much to listen to. */
const MOST = 3;

/** What a person would want to hear of what changed: new steps and results, and the end of a run. */
export function newsBetween(before: RunView, after: RunView): string[] {
  const results = after.results
    .filter(({ id }) => !before.results.some((known) => known.id === id))
    .map((result) => `T${result.number} ${sayOutcome(result)}`);
  const known = new Map(
    before.runs.flatMap(({ run, workers }) => workers.map((each) => [`${run.id} ${each.name}`, each] as const)),
  );
  const steps = after.runs.flatMap(({ run, workers }) =>
    workers.flatMap(({ name, state, number }) => {
      const was = known.get(`${run.id} ${name}`);
      if (!was || (was.state === state && was.number === number)) return [];
      return `${T.moved(name, STATE_WORDS[state])}${number === null ? '' : `, T${number}`}`;
    }),
  );
  const ended = after.runs
    .filter(
      ({ run }) => run.ended_at !== null && before.runs.some((each) => each.run.id === run.id && !each.run.ended_at),
    )
    .map(({ run }) => T.ended(sayCounts(run)));
  return [...ended, ...results, ...steps];
}

/** One sentence per ten seconds at most; a new object for each. */
export function useRelayNews(view: RunView | undefined) {
  const last = useRef(view);
  const gathered = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [said, setSaid] = useState({ text: '' });
  useEffect(() => {
    if (view && last.current) gathered.current = [...newsBetween(last.current, view), ...gathered.current];
    last.current = view;
    if (gathered.current.length === 0) return;
    timer.current ??= setTimeout(() => {
      const text = gathered.current.slice(0, MOST).join('. ');
      gathered.current = [];
      timer.current = undefined;
      setSaid({ text });
    }, EVERY);
  }, [view]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return said;
}
