import type { Id } from '#contract/fields.ts';
import { followAccount, followProject } from '#contract/realtime.ts';
import type { RelayLine } from '#contract/relay.ts';
import { requireUser } from '#server/auth/index.ts';
import type { Services } from '#server/platform/context.ts';
import { guarded } from '#server/platform/guard.ts';
import type { MountStream } from '#server/platform/http/stream.ts';
import { requireProject } from '#server/projects/index.ts';
import { encodeRelay } from './encode-event.ts';
import { followFeed } from './follow-feed.ts';
import { noticeLeaving } from './notice-leaving.ts';
import { watchProjects } from './watch-projects.ts';
import { comeOnline, tellLimits } from './tell-limits.ts';

/** Where to resume: Last-Event-ID of a reconnecting client takes precedence over the query parameter. */
function startOf(lastEventId: string | undefined, since: number | undefined): number | undefined {
  return lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : since;
}

/** What agents of a project's runs are doing goes beside its events, of each key only the newest. */
type FollowRuns = (projectId: Id, say: (key: string, line: RelayLine) => void) => () => void;

/** The client reads its list of projects again. */
const MISSED = Buffer.from('event: projects\ndata: {}\n\n');

export function addRealtimeRoutes(mountStream: MountStream, services: Services, followRuns: FollowRuns): void {
  tellLimits(services);
  mountStream(followAccount, async (ctx, input, { lastEventId, signal }) => {
    const { userId } = requireUser(ctx);
    const after = startOf(lastEventId, input.since);
    const lines = await followFeed(ctx, {
      scope: `user:${userId}`,
      after,
      signal,
      beside: (say) => watchProjects(services, userId, { tell: say, missed: () => say('projects', MISSED) }),
    });
    lines.once('close', guarded(comeOnline(ctx, userId)));
    return lines;
  });

  mountStream(followProject, async (ctx, input, { lastEventId, signal }) => {
    const project = await requireProject(ctx, input.id);
    return followFeed(ctx, {
      scope: `project:${project.id}`,
      after: startOf(lastEventId, input.since),
      signal,
      beside: (say) => {
        const ends = [
          followRuns(project.id, (key, line) => say(`relay ${key}`, encodeRelay(line))),
          noticeLeaving(ctx, project.id),
        ];
        return () => {
          for (const end of ends) end();
        };
      },
      mayStillFollow: () =>
        requireProject(ctx, project.id).then(
          () => true,
          () => false,
        ),
    });
  });
}
