import { Module, type DynamicModule } from '@nestjs/common';
import { TestClock } from './test-clock';
import { TestClockController } from './test-clock.controller';
import { TestClockService } from './test-clock.service';

/** Imported only with `TEST_CLOCK=on`. */
@Module({})
export class TestClockModule {
  static forRoot(clock: TestClock): DynamicModule {
    return {
      module: TestClockModule,
      controllers: [TestClockController],
      providers: [TestClockService, { provide: TestClock, useValue: clock }],
    };
  }
}
