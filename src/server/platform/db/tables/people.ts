import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { GivenRole } from '#contract/people.ts';
import { users } from './auth.ts';
import { instant } from './columns.ts';
import { projects } from './projects.ts';

/**
 * The people of a project beside its owner, who is `projects.user_id`. The row of somebody who left stays: what they did
 * is told by their name.
 */
export const projectMembers = pgTable(
  'project_members',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role').notNull().$type<GivenRole>(),
    joinedAt: instant('joined_at').notNull(),
    /** Set when they left or were removed: from then on they have no access. */
    leftAt: instant('left_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.userId] }),
    index('project_members_of_user').on(t.userId, t.projectId),
    check('project_members_role', sql`${t.role} in ('editor', 'viewer')`),
  ],
);

/** Invitations to a project, by link or by mail. Each works once, until it expires or is taken back. */
export const projectInvitations = pgTable(
  'project_invitations',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    role: text('role').notNull().$type<GivenRole>(),
    /** The address it was mailed to, whose account alone may accept it; null for a link that anybody may use. */
    email: text('email'),
    /** The token itself is in the link only. */
    tokenHash: text('token_hash').notNull().unique(),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    index('project_invitations_of_project').on(t.projectId, t.createdAt.desc(), t.id.desc()),
    index('project_invitations_by_inviter').on(t.invitedBy),
    index('project_invitations_expired').on(t.expiresAt),
    check('project_invitations_role', sql`${t.role} in ('editor', 'viewer')`),
    check('project_invitations_email', sql`length(${t.email}) <= 254 and ${t.email} = lower(${t.email})`),
  ],
);
