import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AddedFieldsInterceptor } from '../http/added-fields.interceptor';
import { ReferencesInterceptor } from '../http/references.interceptor';
import { IdempotencyInterceptor } from './idempotency.interceptor';
import { IdempotencyRepository } from './idempotency.repository';
import { ResponseStorage } from './response-storage';

@Global()
@Module({
  providers: [
    IdempotencyRepository,
    ResponseStorage,
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    // Within the transaction of the key: a replay must not look up keys that have changed since.
    { provide: APP_INTERCEPTOR, useClass: ReferencesInterceptor },
    // Nearest to the handler: what the others store and hash has the added fields.
    { provide: APP_INTERCEPTOR, useClass: AddedFieldsInterceptor },
  ],
  exports: [IdempotencyRepository],
})
export class IdempotencyModule {}
