import { Module } from '@nestjs/common';
import { SUBSCRIPTION_POLICIES } from '../../../src/modules/subscriptions';
import { extend } from '../../../src/platform/extensions';
import { NoticePeriod } from './notice-period.policy';

@Module({ providers: [NoticePeriod, extend(SUBSCRIPTION_POLICIES, NoticePeriod)] })
export class NoticePeriodModule {}
