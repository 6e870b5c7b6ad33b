import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Config } from '../config/config';
import { dataSourceOptions, type Schema } from './data-source-options';
import { DATABASE_URL } from './database-url';
import { Notifier } from './notifier';
import { Transactions } from './transactions';
import { WriteFailures } from './write-failures';

@Global()
@Module({})
export class DatabaseModule {
  /** @param connects false for an application that is never started */
  static forRoot(config: Config, url: string, schema: Schema, connects = true): DynamicModule {
    const { poolSize, timeoutMs } = config.database;
    const settings = { url, poolSize, timeoutMs, applicationName: `billing-${config.role}` };
    return {
      module: DatabaseModule,
      imports: [
        // TypeORM must not retry: whenDatabaseIsUp() waits, and fails immediately if waiting is useless.
        TypeOrmModule.forRoot({
          ...dataSourceOptions(settings, schema),
          retryAttempts: 0,
          manualInitialization: !connects,
        }),
      ],
      providers: [{ provide: DATABASE_URL, useValue: url }, Transactions, Notifier, WriteFailures],
      exports: [DATABASE_URL, Transactions, Notifier, WriteFailures],
    };
  }
}
