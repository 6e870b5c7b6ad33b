import { defineEvent } from '../../platform/outbox/event-catalogue';
import { CrossedUsageThresholdDto } from './usage-threshold.dto';

export const UsageThresholdCrossed = defineEvent({
  kind: 'usage_threshold.crossed',
  objectType: 'usage_threshold',
  trigger:
    'Usage threshold exceeded: the usage amount of a billing period reached the threshold. Emitted once per ' +
    'subscription and billing period; for a recurring threshold, once per multiple',
  payload: CrossedUsageThresholdDto,
});
