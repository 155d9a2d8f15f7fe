import { useEffect, useRef } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { getNews } from '#contract/news.ts';
import { useNews } from '#web/features/news/index.ts';
import { useProjects } from '#web/features/projects/index.ts';
import { type News, notifyNews, useNotificationState } from '#web/lib/browser-notifications.ts';

type Told = AnswerOf<typeof getNews>;

/**
 * Feeds the browser's notifications while a page is open: whatever was not there when the page was loaded is news. Asks
 * for nothing unless notifications are allowed.
 */
export function useNewsNotifications() {
  const isAllowed = useNotificationState() === 'granted';
  const { data: news } = useNews({ enabled: isAllowed });
  const { data: projects } = useProjects({ enabled: isAllowed });
  const known = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (!isAllowed || news === undefined || projects === undefined) return;
    const names = new Map(projects.map(({ id, name }) => [id as string, name]));
    const all = listNews(news, names);
    const before = known.current;
    known.current = new Set(all.map(keyOf));
    if (before === undefined) return;
    for (const each of all) if (!before.has(keyOf(each))) void notifyNews(each).catch(() => undefined);
  }, [isAllowed, news, projects]);
}

const keyOf = ({ projectId, kind, seq, taskNumber }: News) => [projectId, kind, seq, taskNumber].join(' ');

/** What waits for the person, and the newest stop and completion of each project. The moment serves as its number. */
export function listNews({ needs, projects }: Told, names: ReadonlyMap<string, string>): News[] {
  const nothing = { taskNumber: null, taskTitle: null, agent: null, isQuestion: false, text: '' };
  const waiting = needs
    .filter(({ kind }) => kind !== 'stopped')
    .map((need): News => ({
      kind: 'needs_you',
      projectId: need.project_id,
      projectName: need.project_name,
      seq: Date.parse(need.at),
      taskNumber: need.task_number,
      taskTitle: need.task_title,
      // Somebody who has given no name.
      agent: need.by === '' ? null : need.by,
      isQuestion: need.kind === 'question',
      text: need.text,
    }));
  const happened = projects.flatMap(
    ({ project_id: projectId, last_stopped: stopped, completed_at: completed }): News[] => {
      const project = { ...nothing, projectId, projectName: names.get(projectId) ?? '' };
      return [
        ...(stopped === null
          ? []
          : [{ ...project, kind: 'agent_stopped' as const, seq: Date.parse(stopped.at), agent: stopped.agent }]),
        ...(completed === null ? [] : [{ ...project, kind: 'plan_finished' as const, seq: Date.parse(completed) }]),
      ];
    },
  );
  return [...waiting, ...happened];
}
