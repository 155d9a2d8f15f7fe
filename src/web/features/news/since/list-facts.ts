import { NEEDS_TEXTS, NEWS_TEXTS as T } from '#contract/news-texts.ts';
import type { Need, ProjectNews } from '#contract/news.ts';
import { sayMoment } from '#web/lib/say-moment.ts';
import { shortAge } from '#web/lib/time.ts';
import { paths } from '#web/paths.ts';
import type { News } from '../queries.ts';

export interface Fact {
  key: 'done' | 'handovers' | 'needs' | 'stopped' | 'asked' | 'blocked' | 'plan';
  count: number;
  label: string;
  /** Where it leads; a fragment is a place of this page. */
  to: string;
  where: readonly Place[];
}

export interface Place {
  text: string;
  to?: string | undefined;
}

const SHOWN = 4;
const NAMED = 3;

type Countable = 'done' | 'handovers' | 'asked' | 'blocked' | 'stopped' | 'plan_changes';

/** The kinds of the timeline's filter. */
const KIND: Record<Exclude<Fact['key'], 'needs'>, string> = {
  done: 'done',
  handovers: 'handovers',
  stopped: 'stopped',
  asked: 'asked',
  blocked: 'blocked',
  plan: 'plan',
};

/** What happened in all projects, and what waits: at most four facts, none of them zero. */
export function listFacts(news: News, nameOf: (projectId: string) => string, now: number): Fact[] {
  const { projects } = news;
  const byProject = (key: keyof typeof KIND, of: Countable, label: (n: number) => string): Fact[] => {
    const there = projects.filter((each) => each[of] > 0).toSorted((a, b) => b[of] - a[of]);
    const [first] = there;
    if (!first) return [];
    const count = there.reduce((sum, each) => sum + each[of], 0);
    const where = there.slice(0, NAMED).map((each) => ({
      text: `${each[of]} ${nameOf(each.project_id)}`,
      to: paths.timeline(each.project_id, KIND[key]),
    }));
    if (there.length > NAMED)
      where.push({ text: T.more(there.length - NAMED), to: paths.timeline(first.project_id, KIND[key]) });
    return [{ key, count, label: label(count), to: paths.timeline(first.project_id, KIND[key]), where }];
  };
  const isSettled = news.needs_total === 0;
  return [
    ...byProject('done', 'done', T.done),
    ...byProject('handovers', 'handovers', T.handovers).map((fact) => ({ ...fact, ...lastHandover(projects, now) })),
    ...needsFact(news),
    ...byProject('stopped', 'stopped', T.stopped).map((fact) => ({ ...fact, ...lastStopped(projects, nameOf, now) })),
    // Those that still wait are counted above.
    ...(isSettled ? byProject('asked', 'asked', T.asked) : []),
    ...(isSettled ? byProject('blocked', 'blocked', T.blocked) : []),
    ...byProject('plan', 'plan_changes', T.planChanges),
  ].slice(0, SHOWN);
}

/** The same of one project, without its name. */
export function listProjectFacts(news: ProjectNews, now: number): Fact[] {
  const { last_handover: handover, last_stopped: stopped } = news;
  const fact = (key: keyof typeof KIND, count: number, label: string, text?: string): Fact[] =>
    count === 0
      ? []
      : [
          {
            key,
            count,
            label,
            to: paths.timeline(news.project_id, KIND[key]),
            where: text === undefined ? [] : [{ text }],
          },
        ];
  const passed = handover && T.lastHandover(handover.from, handover.to, sayMoment(handover.at, now));
  return [
    ...fact('done', news.done, T.done(news.done)),
    ...fact('handovers', news.handovers, T.handovers(news.handovers), passed ?? undefined),
    ...fact('asked', news.asked, T.asked(news.asked)),
    ...fact('blocked', news.blocked, T.blocked(news.blocked)),
    ...fact(
      'stopped',
      news.stopped,
      T.stopped(news.stopped),
      stopped ? `${stopped.agent}, ${sayMoment(stopped.at, now)}` : undefined,
    ),
    ...fact('plan', news.plan_changes, T.planChanges(news.plan_changes)),
  ].slice(0, SHOWN);
}

/** Edits of the plan alone are mostly the person's own: no reason to open the block. */
export const isWorthTelling = (news: readonly ProjectNews[]): boolean =>
  news.some((each) => each.done + each.handovers + each.asked + each.blocked + each.stopped > 0);

export const countKinds = (needs: readonly Need[]) => ({
  questions: needs.filter(({ kind }) => kind === 'question').length,
  blocks: needs.filter(({ kind }) => kind === 'block').length,
  stopped: needs.filter(({ kind }) => kind === 'stopped').length,
});

function needsFact({ needs, needs_total: count }: News): Fact[] {
  if (count === 0) return [];
  const { questions, blocks, stopped } = countKinds(needs);
  const where = [
    ...(questions > 0 ? [NEEDS_TEXTS.questions(questions)] : []),
    ...(blocks > 0 ? [NEEDS_TEXTS.blockedTasks(blocks)] : []),
    ...(stopped > 0 ? [NEEDS_TEXTS.stoppedAgents(stopped)] : []),
  ];
  return [{ key: 'needs', count, label: T.needs(count), to: '#needs', where: where.map((text) => ({ text })) }];
}

function newest<K extends 'last_handover' | 'last_stopped'>(projects: readonly ProjectNews[], of: K) {
  return projects
    .filter((each): each is ProjectNews & Record<K, NonNullable<ProjectNews[K]>> => each[of] !== null)
    .toSorted((a, b) => (a[of].at < b[of].at ? 1 : -1))[0];
}

function lastHandover(projects: readonly ProjectNews[], now: number) {
  const there = newest(projects, 'last_handover');
  if (!there) return {};
  const { from, to, at } = there.last_handover;
  return {
    to: paths.timeline(there.project_id, KIND.handovers),
    where: [{ text: T.lastHandover(from, to, sayMoment(at, now)) }],
  };
}

function lastStopped(projects: readonly ProjectNews[], nameOf: (projectId: string) => string, now: number) {
  const there = newest(projects, 'last_stopped');
  if (!there) return {};
  const { agent, at } = there.last_stopped;
  const text = T.lastStopped(agent, nameOf(there.project_id), NEEDS_TEXTS.ago(shortAge(at, now)));
  return { to: paths.timeline(there.project_id, KIND.stopped), where: [{ text }] };
}
