import { Global, Module } from '@nestjs/common';
import { Extensions } from './extensions';
import { ResourceFields } from './resource-fields';

@Global()
@Module({ providers: [Extensions, ResourceFields], exports: [Extensions, ResourceFields] })
export class ExtensionsModule {}
