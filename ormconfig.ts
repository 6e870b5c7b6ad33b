import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './src/platform/database/data-source-options';
import { schema } from './src/schema';

/** Data source of the TypeORM command line: `npm run build && npx typeorm -d dist/ormconfig.js migration:show`. */
export default new DataSource(
  dataSourceOptions(
    {
      url: process.env.DATABASE_URL ?? 'postgres://127.0.0.1:5432/billing',
      poolSize: 2,
      timeoutMs: 60_000,
      applicationName: 'typeorm-cli',
    },
    schema,
  ),
);
