import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { CONFIG, type Config } from './config/config';
import type { Schema } from './database/data-source-options';
import { DatabaseModule } from './database/database.module';
import { CLOCK, SystemClock } from './domain/clock';
import { ProblemFilter } from './errors/problem.filter';
import { ExtensionsModule } from './extensions/extensions.module';
import { HealthModule } from './health/health.module';
import { NoBodyInterceptor } from './http/no-body.interceptor';
import { QueryParametersInterceptor } from './http/query-parameters.interceptor';
import { ReadOnlyFieldsInterceptor } from './http/read-only-fields.interceptor';
import { ReferencesInterceptor } from './http/references.interceptor';
import { validationPipe } from './http/validation';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';
import { IdempotencyModule } from './idempotency/idempotency.module';
import { JobsModule } from './jobs/jobs.module';
import { Mailer } from './mail/mailer';
import { AddressPolicy } from './outbound';
import { OutboxModule } from './outbox/outbox.module';
import { SecretBox } from './secrets/secret-box';
import { TestClock } from './test-clock/test-clock';
import { TestClockModule } from './test-clock/test-clock.module';

/** What start-up determines: the configuration, and the database and key to use. */
export interface Runtime {
  config: Config;
  databaseUrl: string;
  /** 32 bytes in base64. */
  encryptionKey: string;
  /** False for an application that is never started and needs no database. */
  connects?: boolean;
}

/**
 * Outermost first. Query parameters are refused before the Idempotency-Key is used, because its fingerprint does not
 * include the query. Errors about read-only fields are replaced before they are stored. A replayed response looks up no
 * reference.
 */
const INTERCEPTORS = [
  QueryParametersInterceptor,
  NoBodyInterceptor,
  IdempotencyInterceptor,
  ReadOnlyFieldsInterceptor,
  ReferencesInterceptor,
];

/** Provides what every module may use without importing it. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot(runtime: Runtime, schema: Schema): DynamicModule {
    const { config } = runtime;
    const clock = config.testClock ? new TestClock() : new SystemClock();
    const providers: Provider[] = [
      { provide: CONFIG, useValue: config },
      { provide: CLOCK, useValue: clock },
      { provide: SecretBox, useValue: new SecretBox(runtime.encryptionKey) },
      Mailer,
      { provide: AddressPolicy, useValue: new AddressPolicy([...config.webhooks.allowedCidrs]) },
    ];
    return {
      module: PlatformModule,
      imports: [
        DatabaseModule.forRoot(config, runtime.databaseUrl, schema, runtime.connects),
        OutboxModule,
        JobsModule,
        IdempotencyModule,
        ExtensionsModule,
        HealthModule,
        ...(clock instanceof TestClock ? [TestClockModule.forRoot(clock)] : []),
      ],
      providers: [
        ...providers,
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useFactory: validationPipe },
        ...INTERCEPTORS.map((useClass) => ({ provide: APP_INTERCEPTOR, useClass })),
      ],
      exports: providers,
    };
  }
}
