import './living.css';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import type { getPrd } from '#contract/generation.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { Markdown, type Marking } from '#web/ui/markdown/markdown.tsx';
import { MARK_TAG, type MarkedLine, placeMarks } from './place-marks.ts';
import { type LinkedTask, RequirementMark, type Traces, TracesContext } from './requirement-mark.tsx';
import { lineOf, lightLine } from './light-line.ts';

export type Prd = NonNullable<AnswerOf<typeof getPrd>>;

interface LivingPrdProps {
  projectId: string;
  prd: Prd;
  /** The plan's, by id; undefined while it is read. */
  tasks: ReadonlyMap<string, LinkedTask> | undefined;
}

/** The PRD as it was written, with how each requirement stands at the end of its line. */
export function LivingPrd({ projectId, prd, tasks }: LivingPrdProps) {
  const box = useRef<HTMLDivElement>(null);
  const marking = useMarking(prd.requirements);
  const traces = useMemo<Traces>(
    () => ({ projectId, tasks, requirements: new Map(prd.requirements.map((each) => [each.id, each])) }),
    [projectId, tasks, prd.requirements],
  );
  useLine(box, prd.content);
  return (
    <TracesContext value={traces}>
      <div ref={box} className="living">
        <Markdown text={prd.content} headings={2} marking={marking} />
      </div>
    </TracesContext>
  );
}

/** The text is drawn again only when a mark moves, not when its requirement comes to stand differently. */
function useMarking(requirements: readonly MarkedLine[]): Marking {
  const places = JSON.stringify(requirements.map(({ id, start_line }) => ({ id, start_line })));
  return useMemo(
    () => ({ place: placeMarks(JSON.parse(places) as MarkedLine[]), tag: MARK_TAG, draw: RequirementMark }),
    [places],
  );
}

/** Goes to the line the address names, once the text is drawn, and again when the address changes. */
function useLine(box: { current: HTMLElement | null }, content: string) {
  const { hash, key } = useLocation();
  useEffect(() => {
    const line = lineOf(hash);
    if (line === undefined || !box.current) return undefined;
    return lightLine(box.current, line);
    // A click on the same link goes there again.
  }, [box, hash, key, content]);
}
