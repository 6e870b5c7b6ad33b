import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Config } from '../config/config';
import { dataSourceOptions, type Schema } from './data-source-options';
import { DATABASE_URL } from './database-url';
import { Notifier } from './notifier';
import { Replica } from './replica';
import { AUTHENTICATION_CONNECTIONS, HEALTH_CONNECTION, ReservedConnections } from './reserved-connections';
import { ORGANIZATION_ROLE, rolesInUse } from './roles/role-names';
import { Transactions } from './transactions';
import { WriteFailures } from './write-failures';

const AUTHENTICATION_POOL = 2;
const HEALTH_POOL = 1;

/** Provides TypeORM on the given database, transactions, the notifier and reserved connections. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(config: Config, url: string, schema: Schema): DynamicModule {
    const { poolSize, timeoutMs } = config.database;
    const settings = { url, poolSize, timeoutMs, applicationName: `billing-${config.role}` };
    const reserved = (token: symbol, purpose: string, size: number) => ({
      provide: token,
      useFactory: () => new ReservedConnections(url, config, purpose, size),
    });
    const providers = [
      { provide: DATABASE_URL, useValue: url },
      {
        provide: ORGANIZATION_ROLE,
        inject: [DataSource],
        useFactory: async (connection: DataSource) => (await rolesInUse(connection)).organization,
      },
      { provide: Replica, useFactory: () => Replica.open(config, url, schema) },
      Transactions,
      Notifier,
      WriteFailures,
      reserved(AUTHENTICATION_CONNECTIONS, 'authentication', AUTHENTICATION_POOL),
      reserved(HEALTH_CONNECTION, 'health', HEALTH_POOL),
    ];
    return {
      module: DatabaseModule,
      imports: [
        // One attempt: an unavailable database fails the start-up.
        TypeOrmModule.forRoot({ ...dataSourceOptions(settings, schema), retryAttempts: 0 }),
      ],
      providers,
      exports: providers,
    };
  }
}
