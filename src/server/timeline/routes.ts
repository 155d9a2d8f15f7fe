import * as news from '#contract/news.ts';
import * as contract from '#contract/timeline.ts';
import type { Context, Services } from '#server/platform/context.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import type { TimelineContext } from './context.ts';
import { type TimelineFollower, followTimeline } from './follow-timeline.ts';
import { getNews } from './get-news.ts';
import { getRelay } from './get-relay.ts';
import { getAccountReport, getReport } from './get-report.ts';
import { getTimelineDays } from './get-timeline-days.ts';
import { listTimeline } from './list-timeline.ts';
import { type OnEntries, projectFeed } from './project-feed.ts';
import { markSeen, recordVisit } from './record-visit.ts';

/** The REST door, and the projection in the background. */
export function addTimelineRoutes(mount: Mount, services: Services, onEntries?: OnEntries): TimelineFollower {
  const withTimeline = (ctx: Context): TimelineContext => ({
    ...ctx,
    catchUp: (projectId) => projectFeed(ctx.db, projectId, { wait: true, onEntries }),
  });
  mount(contract.listTimeline, (ctx, input) => listTimeline(withTimeline(ctx), input));
  mount(contract.getTimelineDays, (ctx, input) => getTimelineDays(withTimeline(ctx), input));
  mount(contract.getRelay, (ctx, input) => getRelay(withTimeline(ctx), input));
  mount(news.getReport, (ctx, input) => getReport(withTimeline(ctx), input));
  mount(news.getAccountReport, (ctx, input) => getAccountReport(withTimeline(ctx), input));
  mount(news.getNews, (ctx) => getNews(withTimeline(ctx)));
  mount(news.recordVisit, (ctx, input) => recordVisit(withTimeline(ctx), input));
  mount(news.markSeen, (ctx, input) => markSeen(withTimeline(ctx), input));
  return followTimeline(services, onEntries);
}
