import type { FastifyRequest } from 'fastify';
import type { Id } from '#contract/fields.ts';
import { recogniseGrant, requireOwnProject, withHold } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import type { HttpParts } from '#server/platform/http/mount.ts';

type Agent = Extract<Context['actor'], { kind: 'agent' }>;

interface Introduced {
  projectId: Id | null;
  name: string;
  /** The session id of the protocol, if any. */
  session: string | undefined;
}

/** Authenticates an agent by API key or OAuth token; anybody else is refused. */
export async function admitAgent(
  parts: HttpParts,
  visitor: Context,
  request: FastifyRequest,
  { projectId, name, session }: Introduced,
): Promise<Context & { actor: Agent }> {
  let actor: Context['actor'];
  try {
    const granted = await recogniseGrant(visitor, request.headers, projectId);
    actor = (granted && withHold(granted, request.headers)) ?? (await parts.authenticate(visitor, request.headers));
  } catch (error) {
    parts.gate.pass(`address:${visitor.address}`);
    throw error;
  }
  if (actor.kind !== 'agent') {
    parts.gate.pass(`address:${visitor.address}`);
    throw new AppError(
      'AUTHENTICATION_ERROR',
      'Sign in, or send an API key as Authorization: Bearer <key>. The API Keys page makes one.',
    );
  }
  request.actor = actor;
  // Our own session header takes precedence over the protocol's session.
  const own = actor.session ?? (session === undefined ? undefined : `mcp.${session}`);
  // An OAuth token is bound to the project chosen at consent; a key that is not names it per request.
  const place = actor.key === undefined ? actor.projectId : requireOwnProject(actor.key, projectId);
  return { ...visitor, actor: { ...actor, projectId: place, name, ...(own === undefined ? {} : { session: own }) } };
}
