export { type Connection, connectionUrl } from './connection.ts';
export { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';
