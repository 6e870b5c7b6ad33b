import { randomBytes } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../app.module';
import { loadConfig } from '../../platform/config/config';
import { buildOpenApi } from '../../platform/openapi/openapi';

/** Never connected to: in preview mode, Nest reads routes and classes without instantiating anything. */
const NO_DATABASE = 'postgres://127.0.0.1:1/none';

/** Returns the API description as JSON. Needs no database. */
export async function openApiText(): Promise<string> {
  const encryptionKey = randomBytes(32).toString('base64');
  const runtime = { config: loadConfig({}), databaseUrl: NO_DATABASE, encryptionKey };
  const app = await NestFactory.create(AppModule.forRoot(runtime), { preview: true, logger: false });
  return `${JSON.stringify(buildOpenApi(app), null, 2)}\n`;
}
