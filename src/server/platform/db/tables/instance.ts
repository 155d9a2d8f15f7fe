import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './auth.ts';
import { createdAt, instant } from './columns.ts';

/** Addresses that may sign up on an instance for a team. An invitation is deleted with the account it admitted. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull().unique(),
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
    acceptedAt: instant('accepted_at'),
    acceptedBy: uuid('accepted_by').references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [
    index('invitations_newest').on(t.createdAt.desc(), t.id.desc()),
    index('invitations_by_inviter').on(t.invitedBy),
    index('invitations_by_account').on(t.acceptedBy),
    check('invitations_email', sql`length(${t.email}) <= 254 and ${t.email} = lower(${t.email})`),
  ],
);

/** A single row: the last test mail, and whether its link was opened. */
export const mailTests = pgTable(
  'mail_tests',
  {
    id: integer('id').primaryKey().default(1),
    tokenHash: text('token_hash').notNull(),
    recipient: text('recipient').notNull(),
    sentAt: instant('sent_at').notNull(),
    openedAt: instant('opened_at'),
  },
  (t) => [check('mail_tests_one_row', sql`${t.id} = 1`)],
);

/** What servers noticed about how they are reached, for the console's page of what is not safe. */
export const instanceObservations = pgTable(
  'instance_observations',
  {
    kind: text('kind').notNull().$type<'forwarded'>(),
    /** The address that sent a forwarded header without being trusted. */
    subject: text('subject').notNull(),
    /** The header. */
    detail: text('detail').notNull(),
    firstSeen: instant('first_seen').notNull(),
    lastSeen: instant('last_seen').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.subject] }),
    check('instance_observations_kind', sql`${t.kind} = 'forwarded'`),
  ],
);
