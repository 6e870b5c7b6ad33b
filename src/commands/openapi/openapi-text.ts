import { randomBytes } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../app.module';
import { loadConfig } from '../../platform/config/config';
import { Extensions } from '../../platform/extensions';
import { buildOpenApi } from '../../platform/openapi/openapi';

/** Never connected to. */
const NO_DATABASE = 'postgres://127.0.0.1:1/none';

/**
 * Returns the API description as JSON. Needs no database. Instantiates the providers, because the names of charge models
 * and payment providers are in the instances that modules register.
 *
 * @param added modules besides those of `src/app.module.ts`
 */
export async function openApiText(added: readonly Type[] = []): Promise<string> {
  const encryptionKey = randomBytes(32).toString('base64');
  const runtime = { config: loadConfig({}), databaseUrl: NO_DATABASE, encryptionKey, connects: false };
  const app = await NestFactory.create(AppModule.forRoot(runtime, added), {
    logger: false,
    abortOnError: false, // reports an extension that cannot be created, instead of ending silently
  });
  app.get(Extensions).onModuleInit();
  return `${JSON.stringify(buildOpenApi(app), null, 2)}\n`;
}
