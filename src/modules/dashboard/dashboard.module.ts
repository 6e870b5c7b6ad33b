import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys';
import { SessionController } from './session.controller';
import { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';

/** Sessions of the dashboard. The pages are built from the workspace `dashboard/`. */
@Module({
  imports: [ApiKeysModule],
  controllers: [SessionController],
  providers: [SessionsService, SessionsRepository],
  exports: [SessionsService],
})
export class DashboardModule {}
