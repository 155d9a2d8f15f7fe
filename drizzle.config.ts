import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/platform/db/tables/index.ts',
  out: './src/server/platform/db/migrations',
});
