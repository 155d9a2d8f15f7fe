import { TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { BACK_TO_PROJECTS } from '#contract/common-texts.ts';
import { PLAN_TEXTS } from '#contract/plan-texts.ts';
import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadingState } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import { Panel } from '#web/ui/panel.tsx';
import { useNarrow } from '#web/ui/split/use-narrow.ts';
import { useTreeWidth } from './use-tree-width.ts';
import screen from './tasks-screen.module.css';
import bar from './tasks-bar.module.css';
import board from './board.module.css';

/** `wasLeft`: the person was one of the project's people until a moment ago. */
export function NotFound({ wasLeft }: { wasLeft: boolean }) {
  return (
    <div className={screen.alone}>
      <EmptyState
        icon={TriangleAlert}
        heading="h1"
        title={T.notFound}
        hint={wasLeft ? T.noLongerYours : T.notFoundText}
        action={<ButtonLink to={paths.projects}>{BACK_TO_PROJECTS}</ButtonLink>}
      />
    </div>
  );
}

const ROWS = [62, 48, 70, 54, 78, 58, 66, 44];

/** Skeleton in the final layout, to avoid a layout shift. */
export function Loading() {
  const { width } = useTreeWidth(useRef(null));
  const narrow = useNarrow();
  return (
    <div className={screen.screen} data-fills-window="">
      <div className={bar.bar}>
        <h1 className={typography.visuallyHidden}>Tasks</h1>
      </div>
      <div className={cx(board.board, board.skeleton)}>
        <div className={board.tree} style={{ width: narrow ? '100%' : width }}>
          <Panel pad>
            <LoadingState text={PLAN_TEXTS.loading}>
              <div className={cx(layout.column, layout.gap12)}>
                {ROWS.map((width) => (
                  <div key={width} className={cx(layout.row, layout.gap8)}>
                    <Skeleton width={14} height={14} round />
                    <Skeleton width={`${width}%`} />
                  </div>
                ))}
              </div>
            </LoadingState>
          </Panel>
        </div>
        <Panel className={cx(layout.grow, layout.hiddenOnPhone)} />
        <Panel className={cx(layout.grow, layout.hiddenOnPhone)} />
      </div>
    </div>
  );
}
