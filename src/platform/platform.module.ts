import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AuditModule } from './audit/audit.module';
import { Admission } from './admission/admission';
import { AdmissionInterceptor } from './admission/admission.interceptor';
import { CellRecord } from './cells/cell-record';
import { CONFIG, type Config } from './config/config';
import { ListResponses } from './csv/list-responses';
import type { Schema } from './database/data-source-options';
import { DatabaseModule } from './database/database.module';
import { CLOCK, SystemClock } from './domain/clock';
import { ProblemFilter } from './errors/problem.filter';
import { ExtensionsModule } from './extensions/extensions.module';
import { HealthModule } from './health/health.module';
import { EntityTagInterceptor } from './http/entity-tag.interceptor';
import { QueryParametersInterceptor } from './http/query-parameters.interceptor';
import { ReadOnlyFieldsInterceptor } from './http/read-only-fields.interceptor';
import { ClientAddress } from './http/client-address';
import { RowSlicesInterceptor } from './http/row-slices.interceptor';
import { validationPipe } from './http/validation';
import { RawRoutes } from './http/raw-routes';
import { IdempotencyModule } from './idempotency/idempotency.module';
import { JobsModule } from './jobs/jobs.module';
import { EventExamples } from './openapi/event-examples';
import { AddressPolicy } from './outbound';
import { OutboxModule } from './outbox/outbox.module';
import { ApiRateLimitInterceptor } from './rate-limit/api-rate-limit.interceptor';
import { Quotas } from './quotas/quotas';
import { RateLimits } from './rate-limit/rate-limits';
import { ReleaseInterceptor } from './releases/release.interceptor';
import { SecretBox } from './secrets/secret-box';
import { TokenSigner } from './secrets/token-signer';
import { TestClock } from './test-clock/test-clock';
import { TestClockModule } from './test-clock/test-clock.module';

/** What the process was started with. */
export interface Runtime {
  config: Config;
  databaseUrl: string;
  /** 32 bytes in base64 each, the current one first. */
  encryptionKeys: readonly string[];
}

function addressPolicyOf({ webhooks }: Config): AddressPolicy {
  const { allowedCidrs, allowedPorts, requireHttps } = webhooks;
  return new AddressPolicy([...allowedCidrs], { ports: allowedPorts, requireHttps });
}

function secretsOf({ encryptionKeys }: Runtime): Provider[] {
  return [
    { provide: SecretBox, useValue: new SecretBox(encryptionKeys) },
    { provide: TokenSigner, useValue: new TokenSigner(encryptionKeys) },
    CellRecord,
  ];
}

const LIMITS = [RateLimits, Quotas, Admission, ListResponses];

/** Everything that any module may use. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot(runtime: Runtime, schema: Schema): DynamicModule {
    const { config } = runtime;
    const clock = config.testClock ? new TestClock() : new SystemClock();
    const providers: Provider[] = [
      { provide: CONFIG, useValue: config },
      { provide: CLOCK, useValue: clock },
      RawRoutes,
      { provide: ClientAddress, useValue: new ClientAddress(config.http.trustedProxies) },
      ...secretsOf(runtime),
      EventExamples,
      ...LIMITS,
      { provide: AddressPolicy, useValue: addressPolicyOf(config) },
    ];
    return {
      module: PlatformModule,
      imports: [
        DatabaseModule.forRoot(config, runtime.databaseUrl, schema),
        ExtensionsModule,
        OutboxModule,
        AuditModule,
        JobsModule,
        IdempotencyModule,
        HealthModule,
        ...(clock instanceof TestClock ? [TestClockModule.forRoot(clock)] : []),
      ],
      providers: [
        ...providers,
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useFactory: validationPipe },
        { provide: APP_INTERCEPTOR, useClass: ApiRateLimitInterceptor },
        { provide: APP_INTERCEPTOR, useClass: AdmissionInterceptor },
        { provide: APP_INTERCEPTOR, useClass: EntityTagInterceptor },
        { provide: APP_INTERCEPTOR, useClass: RowSlicesInterceptor },
        { provide: APP_INTERCEPTOR, useClass: QueryParametersInterceptor },
        { provide: APP_INTERCEPTOR, useClass: ReadOnlyFieldsInterceptor },
        { provide: APP_INTERCEPTOR, useClass: ReleaseInterceptor },
      ],
      exports: providers,
    };
  }
}
