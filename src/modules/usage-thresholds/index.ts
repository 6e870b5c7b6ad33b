export { UsageThresholdsModule } from './usage-thresholds.module';
export { UsageThresholdCrossed } from './usage-threshold.events';
