import { and, desc, eq, inArray } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '#server/platform/db/client.ts';
import { auditLog, instanceObservations } from '#server/platform/db/tables/index.ts';
import type { DatabaseFacts, Forwarder } from './facts.ts';

const BACKUPS = ['backup.downloaded', 'backup.written'];

/** When somebody last got a whole backup, by the console or by the command. */
export async function findLastBackup(db: Database): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: auditLog.createdAt })
    .from(auditLog)
    .where(and(eq(auditLog.subject, 'database'), inArray(auditLog.action, BACKUPS), eq(auditLog.outcome, 'done')))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(1);
  return row?.at;
}

/** The newest first. */
export async function listForwarders(db: Database): Promise<Forwarder[]> {
  const { subject, detail, lastSeen, kind } = instanceObservations;
  return db
    .select({ address: subject, header: detail, lastSeen })
    .from(instanceObservations)
    .where(eq(kind, 'forwarded'))
    .orderBy(desc(lastSeen), subject);
}

export async function readDatabaseFacts(pool: Pick<pg.Pool, 'query'>): Promise<DatabaseFacts> {
  const { rows } = await pool.query<DatabaseFacts>(`
    select coalesce(s.ssl, false) as "isEncrypted", r.rolsuper as "isSuperuser",
      current_setting('server_version_num')::int / 10000 as version,
      host(inet_server_addr()) as "serverAddress", host(inet_client_addr()) as "clientAddress"
    from pg_roles r left join pg_stat_ssl s on s.pid = pg_backend_pid() where r.rolname = current_user`);
  const [facts] = rows;
  if (facts === undefined) throw new Error('the database says nothing about its connection');
  return facts;
}
