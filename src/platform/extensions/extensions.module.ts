import { Global, Module } from '@nestjs/common';
import { Extensions } from './extensions';

@Global()
@Module({ providers: [Extensions], exports: [Extensions] })
export class ExtensionsModule {}
