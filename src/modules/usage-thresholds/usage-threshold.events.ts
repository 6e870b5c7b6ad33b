import { defineEvent } from '../../platform/outbox/event-catalogue';
import { CrossedUsageThresholdDto } from './usage-threshold.dto';

export const UsageThresholdCrossed = defineEvent({
  kind: 'usage_threshold.crossed',
  objectType: 'usage_threshold',
  trigger:
    'Usage threshold exceeded: the usage amount of a billing period reached it; emitted once per ' +
    'subscription and period, or once per multiple for a recurring threshold',
  payload: CrossedUsageThresholdDto,
});
