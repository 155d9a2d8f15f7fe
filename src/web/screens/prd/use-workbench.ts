import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { displayNameOf } from '#contract/display-name.ts';
import type { EventActor } from '#contract/fields.ts';
import type { Prd } from '#contract/prd.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { useMe } from '#web/features/account/index.ts';
import type { PlanView } from '#web/features/plan/index.ts';
import {
  blocksOf,
  countPlanned,
  flattenDocument,
  isChangedBlock,
  nameDraft,
  type NamedTask,
  namePlan,
  type ReadingActions,
  sayCounts,
  useFolds,
  useRoles,
  useShownReading,
} from '#web/features/prd/index.ts';
import { paths } from '#web/paths.ts';
import { taskNear } from './task-near.ts';
import { useChanged } from './use-changed.ts';
import type { PrdDocument } from './use-document.ts';
import { useFinding } from './use-finding.ts';
import { usePlaces } from './use-places.ts';
import type { PrdUrl } from './use-prd-url.ts';

interface WorkbenchInput {
  project: ProjectSummary;
  plan: PlanView | undefined;
  prd: Prd | undefined;
  doc: PrdDocument;
  url: PrdUrl;
  /** Switches the panel on narrow screens. */
  showPanel: (panel: 'document' | 'plan') => void;
}

export type Workbench = ReturnType<typeof useWorkbench>;

/** State of the screen: the reading, the tasks it becomes, and navigation between both. */
export function useWorkbench({ project, plan, prd, doc, url, showPanel }: WorkbenchInput) {
  const by = useMyself();
  const hasPlan = (plan?.counts.tasks ?? project.taskCount) > 0;
  const [isDraftShown, showDraft] = useState(false);
  const showsDraft = !hasPlan || isDraftShown;
  const roles = useRoles(project.id);
  const shown = useShownReading({
    projectId: project.id,
    text: doc.content,
    prd,
    wantsDraft: showsDraft,
    pending: roles.pending,
    isSettling: roles.isSettling,
    by,
  });
  const { reading, draft } = shown;
  const names = useMemo(() => {
    if (!showsDraft) return plan && namePlan(plan);
    return draft && nameDraft(draft);
  }, [showsDraft, plan, draft]);

  const folds = useFolds(reading);
  const { filter } = url;
  const changed = useChanged(project.id, prd, doc, reading.lines);
  const rows = useMemo(
    () => flattenDocument(reading, { plan: names, folds: folds.folds, filter, changed }),
    [reading, names, folds.folds, filter, changed],
  );
  const places = usePlaces({
    reading,
    isRead: reading.counts !== undefined,
    reveal: (line) => {
      if (url.view !== 'read') url.setView('read');
      showPanel('document');
      folds.reveal(line);
    },
  });
  const finding = useFinding(reading, (line) => places.goTo({ line, focus: false, light: true }));
  const [lit, light] = useState<string>();
  const [asked, setAsked] = useState<{ task: NamedTask }>();
  const [said, setSaid] = useState<{ what: string }>();

  const latest = useRef({ reading, names, folds, roles, places });
  useLayoutEffect(() => {
    latest.current = { reading, names, folds, roles, places };
  });
  const actions = useMemo<ReadingActions>(
    () => ({
      set: (settings, what) => {
        latest.current.roles.set(settings);
        setSaid({ what });
      },
      fold: (line, folded) => latest.current.folds.fold(line, folded),
      showTask: (task) => {
        showPanel('plan');
        setAsked({ task });
      },
      light,
      taskNear: (line) => taskNear(latest.current.reading, latest.current.names, line),
      reading: () => latest.current.reading,
      addressOf: (taskId) => paths.task(project.id, taskId),
    }),
    [project.id, showPanel],
  );
  const showLines = useCallback((task: NamedTask) => {
    const now = latest.current;
    const first = now.names && blocksOf(now.names, task.key, now.reading.blocks)[0];
    if (first) now.places.goTo({ line: first.start_line, focus: false });
  }, []);
  const { counts } = shown;
  const total = useMemo(
    () => counts?.total ?? reading.lines.filter((line) => line.trim() !== '').length,
    [counts, reading],
  );
  return {
    ...shown,
    counts,
    total,
    names,
    hasPlan,
    showsDraft,
    showDraft,
    roles,
    folds,
    rows,
    filter,
    setFilter: url.setFilter,
    changedBlocks: useMemo(
      () => reading.blocks.filter((block) => isChangedBlock(block, changed)).length,
      [reading, changed],
    ),
    places,
    finding,
    lit,
    light,
    asked,
    actions,
    showLines,
    planned: useMemo(() => countPlanned(reading, names), [reading, names]),
    /** Announcement: the last role set, and the resulting counts. */
    said: { text: said === undefined ? '' : `${said.what}. ${sayCounts(total, counts, shown.isTooLong)}`, of: said },
  };
}

/** Author of optimistic updates, until the server's response replaces it. */
function useMyself(): EventActor {
  const { data: me } = useMe();
  const name = me ? displayNameOf({ name: me.display_name, email: me.email }) : 'you';
  return useMemo(() => ({ kind: 'user', id: null, name }), [name]);
}
