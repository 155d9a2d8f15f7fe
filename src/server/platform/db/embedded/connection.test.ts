import pg from 'pg';
import { expect, it } from 'vitest';
import { connectionUrl } from './connection.ts';

it('the connection string carries socket, port, login and database through the driver', () => {
  const connection = { host: '/tmp/so cket', port: 6543, user: 'ba:ton', password: 'p@s/s%?', database: 'main' };
  for (const database of ['main', 'other']) {
    const client = new pg.Client({ connectionString: connectionUrl(connection, database) });
    const { host, port, user, password } = client;
    expect({ host, port, user, password, database: client.database }).toEqual({ ...connection, database });
  }
});
