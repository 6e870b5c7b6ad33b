import { defineEvent } from '../../platform/outbox/event-catalogue';
import { CrossedUsageThresholdDto } from './usage-threshold.dto';

export const UsageThresholdCrossed = defineEvent({
  kind: 'usage_threshold.crossed',
  objectType: 'usage_threshold',
  trigger:
    'Usage threshold exceeded: the running amount of a period reached it; once per subscription and period, ' +
    'a recurring one once per multiple',
  payload: CrossedUsageThresholdDto,
});
