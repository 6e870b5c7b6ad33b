// The obvious implementation: a NestJS controller on Express, class-validator, and TypeORM's repository.save.
// Decorators are called explicitly, because this file is not compiled.
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { randomUUID } from 'node:crypto';
import { Body, Controller, Module, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CREATE } from './table.mjs';

const require = createRequire(import.meta.url);
const { Type } = require('class-transformer');
const {
  ArrayMaxSize,
  IsArray,
  IsDateString,
  IsObject,
  IsString,
  MaxLength,
  MinLength,
  ValidateNested,
} = require('class-validator');
const { DataSource, EntitySchema } = require('typeorm');
const { answer } = require('../../lib/calls.cjs');

const UsageEvent = new EntitySchema({
  name: 'UsageEvent',
  tableName: 'usage_event',
  columns: {
    id: { type: 'uuid', primary: true },
    transaction_id: { type: 'text' },
    code: { type: 'text' },
    external_subscription_id: { type: 'text' },
    timestamp: { type: 'timestamptz' },
    properties: { type: 'jsonb' },
  },
});

class EventDto {}
for (const name of ['transaction_id', 'code', 'external_subscription_id']) {
  for (const rule of [IsString(), MinLength(1), MaxLength(255)]) rule(EventDto.prototype, name);
}
IsDateString()(EventDto.prototype, 'timestamp');
IsObject()(EventDto.prototype, 'properties');

class EventsDto {}
IsArray()(EventsDto.prototype, 'events');
ArrayMaxSize(1000)(EventsDto.prototype, 'events');
ValidateNested({ each: true })(EventsDto.prototype, 'events');
Type(() => EventDto)(EventsDto.prototype, 'events');

const dataSource = new DataSource({
  type: 'postgres',
  url: process.env.DATABASE_URL,
  entities: [UsageEvent],
  extra: { max: 20 },
});

class EventsController {
  repository = dataSource.getRepository(UsageEvent);

  createEvent(body) {
    return this.repository.save({ ...body, id: randomUUID() });
  }

  async createEvents(body) {
    const saved = await this.repository.save(body.events.map((it) => ({ ...it, id: randomUUID() })));
    return { stored: saved.length };
  }
}

/** Applies decorators and parameter types, as compiled TypeScript would. */
function route(name, path, type) {
  const descriptor = Object.getOwnPropertyDescriptor(EventsController.prototype, name);
  Reflect.defineMetadata('design:paramtypes', [type], EventsController.prototype, name);
  Body()(EventsController.prototype, name, 0);
  Post(path)(EventsController.prototype, name, descriptor);
}
route('createEvent', '', EventDto);
route('createEvents', 'batch', EventsDto);
Controller('v1/events')(EventsController);

class AppModule {}
Module({ controllers: [EventsController] })(AppModule);

answer({
  async listen() {
    await dataSource.initialize();
    await dataSource.query(CREATE);
    const app = await NestFactory.create(AppModule, { logger: false });
    app.useBodyParser?.('json', { limit: '2mb' });
    app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
    await app.listen(0, '127.0.0.1');
    return app.getHttpServer().address().port;
  },
});
