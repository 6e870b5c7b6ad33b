import { Module } from '@nestjs/common';
import { USAGE_SOURCES } from '../../../src/modules/events';
import { extend } from '../../../src/platform/extensions';
import { UsageFiles } from './usage-files.source';

@Module({ providers: [UsageFiles, extend(USAGE_SOURCES, UsageFiles)] })
export class UsageFilesModule {}
