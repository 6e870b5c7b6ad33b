import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeyAuthentication } from './api-key-authentication';
import { ApiKeyGuard } from './api-key.guard';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKeysService } from './api-keys.service';
import { LastUseRecorder } from './last-use-recorder';
import { SessionAuthentication } from './sessions/session-authentication';
import { SessionsRepository } from './sessions/sessions.repository';
import { SessionsService } from './sessions/sessions.service';

@Module({
  controllers: [ApiKeysController],
  providers: [
    ApiKeyAuthentication,
    ApiKeysService,
    ApiKeysRepository,
    LastUseRecorder,
    SessionAuthentication,
    SessionsService,
    SessionsRepository,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
  ],
  exports: [ApiKeyAuthentication, ApiKeysService, SessionsService],
})
export class ApiKeysModule {}
