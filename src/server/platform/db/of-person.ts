import { type SQL, sql } from 'drizzle-orm';

/** Whether somebody is one of the project's people without being its owner. */
export const isMember = (projectId: SQL, userId: SQL): SQL =>
  sql`exists (select from project_members m where m.project_id = ${projectId} and m.user_id = ${userId} and m.left_at is null)`;

/**
 * The condition that a row of `projects` is of a person, given as a parameter, for statements that list projects: by two
 * indexes, whose hits are joined.
 */
export const isOfPerson = (project: string, person: string): string => `(${project}.user_id = ${person}
  or ${project}.id = any (array(select m.project_id from project_members m where m.user_id = ${person} and m.left_at is null)))`;

/** The same for one row of `projects` and any expression of a person. */
export const isAmongPeople = (project: string, person: string): string => `(${project}.user_id = ${person}
  or exists (select from project_members m where m.project_id = ${project}.id and m.user_id = ${person} and m.left_at is null))`;
