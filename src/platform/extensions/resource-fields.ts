import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { Transaction } from '../database/caller';
import {
  addedFieldNames,
  addedFieldsIn,
  fieldsPointOf,
  type AddedFields,
  type ChangedResource,
  type Fields,
  type FieldsPoint,
} from './added-fields';
import { Extensions } from './extensions';

/** What a request sets of the fields of one extension. */
export interface GivenFields {
  readonly extension: AddedFields;
  readonly fields: Fields;
}

/** What a request sets of the resource that its use case creates or changes. */
export interface PendingFields {
  readonly point: FieldsPoint;
  readonly organizationId: string;
  /** Null for a resource that the request creates. */
  readonly id: string | null;
  readonly given: readonly GivenFields[];
  /** The names of the fields whose values differ from the former ones. */
  readonly changed: readonly string[];
}

/** An event of a resource, as the outbox gets it. */
interface ResourceEvent {
  readonly organizationId: string;
  readonly objectId: string;
  readonly object: object;
  readonly changed?: readonly string[];
}

/** An event with the response class of its resource, and its number among the events of the object. */
interface NumberedEvent<Event> {
  readonly event: Event;
  readonly payload: (abstract new (...args: never[]) => object) | undefined;
  readonly sequence: number;
}

/** Resources of one organization and one point. */
interface Page {
  readonly point: FieldsPoint;
  readonly organizationId: string;
  readonly ids: Set<string>;
}

/** Reads and sets the fields that modules add to resources (docs/extending.md#fields-of-other-modules). */
@Injectable()
export class ResourceFields {
  /** By the connection of the transaction, which savepoints share. */
  private readonly pending = new WeakMap<QueryRunner, PendingFields & { isSet: boolean }>();

  constructor(private readonly extensions: Extensions) {}

  /** Returns the names of all fields that modules add to a resource. */
  namesOf(point: FieldsPoint): readonly string[] {
    return this.extensions.of(point).flatMap(addedFieldNames);
  }

  /** Returns what a body sets of the fields, by extension. */
  givenIn(point: FieldsPoint, body: object): GivenFields[] {
    return this.extensions.of(point).flatMap((extension) => {
      const fields = addedFieldsIn(extension, body);
      return fields === null ? [] : [{ extension, fields }];
    });
  }

  /** Returns the fields of each of the resources: one call of each extension, whatever their number. */
  async valuesOf(
    point: FieldsPoint,
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Fields>> {
    const all = new Map<string, Fields>();
    for (const extension of this.extensions.of(point)) {
      const values = await this.extensions.call(point, extension, (it) =>
        it.valuesOf(tx, organizationId, ids),
      );
      for (const [id, fields] of values) all.set(id, { ...all.get(id), ...fields });
    }
    return all;
  }

  /** Keeps others from changing the fields of a resource, and returns them as they are. */
  async locked(point: FieldsPoint, tx: Transaction, organizationId: string, id: string): Promise<Fields> {
    for (const extension of this.extensions.of(point)) {
      await this.extensions.call(point, extension, (it) => it.lock(tx, organizationId, id));
    }
    return (await this.valuesOf(point, tx, organizationId, [id])).get(id) ?? {};
  }

  /** Sets fields in the transaction of a use case. */
  async set(
    point: FieldsPoint,
    tx: Transaction,
    resource: ChangedResource,
    given: readonly GivenFields[],
  ): Promise<void> {
    for (const { extension, fields } of given) {
      await this.extensions.call(point, extension, (it) => it.set(tx, resource, fields));
    }
  }

  /**
   * Runs the use case of a request. What the request sets is set before the first event about the resource, so that the
   * event has it, and after the use case if there is none.
   *
   * @param idOf returns the id of the resource from the result
   */
  async during<T>(
    tx: Transaction,
    pending: PendingFields,
    useCase: () => Promise<T>,
    idOf: (result: T) => string | null,
  ): Promise<T> {
    const runner = runnerOf(tx);
    const state = { ...pending, isSet: pending.given.length === 0 };
    this.pending.set(runner, state);
    try {
      const result = await useCase();
      if (!state.isSet) await this.setPending(tx, state, idOf(result) ?? '');
      return result;
    } finally {
      this.pending.delete(runner);
    }
  }

  /** Returns the events with the fields of their resources: one read for all resources of one kind. */
  async complete<Event extends ResourceEvent>(
    tx: Transaction,
    events: readonly NumberedEvent<Event>[],
  ): Promise<Event[]> {
    const pages = new Map<string, Page>();
    for (const it of events) {
      const { event, payload } = it;
      const point = payload === undefined ? undefined : fieldsPointOf(payload);
      if (point === undefined || this.extensions.of(point).length === 0) continue;
      await this.setBefore(tx, point, it);
      const { organizationId, objectId } = event;
      const key = `${organizationId}/${point.name}`;
      const page = pages.get(key) ?? { point, organizationId, ids: new Set<string>() };
      page.ids.add(objectId);
      pages.set(key, page);
    }
    const values = new Map<string, Fields>();
    for (const { point, organizationId, ids } of pages.values()) {
      const found = await this.valuesOf(point, tx, organizationId, [...ids]);
      for (const [id, fields] of found) values.set(id, fields);
    }
    return events.map(({ event }) => this.withFields(tx, event, values.get(event.objectId)));
  }

  /** Sets what is pending of the resource of an event that is about to be recorded. The first event of a new one is number 1. */
  private async setBefore(
    tx: Transaction,
    point: FieldsPoint,
    { event, sequence }: NumberedEvent<ResourceEvent>,
  ): Promise<void> {
    const state = this.pending.get(runnerOf(tx));
    if (state === undefined || state.isSet || state.point !== point) return;
    const isAbout = state.id === null ? sequence === 1 : state.id === event.objectId;
    if (isAbout) await this.setPending(tx, state, event.objectId);
  }

  private async setPending(
    tx: Transaction,
    state: PendingFields & { isSet: boolean },
    id: string,
  ): Promise<void> {
    state.isSet = true;
    const { point, organizationId, given } = state;
    await this.set(point, tx, { organizationId, id, isNew: state.id === null }, given);
  }

  private withFields<Event extends ResourceEvent>(
    tx: Transaction,
    event: Event,
    fields: Fields | undefined,
  ): Event {
    if (fields === undefined) return event;
    const object = { ...event.object, ...fields };
    const state = this.pending.get(runnerOf(tx));
    if (event.changed === undefined || state?.id !== event.objectId) return { ...event, object };
    return { ...event, object, changed: [...event.changed, ...state.changed] };
  }
}

function runnerOf(tx: Transaction): QueryRunner {
  if (tx.queryRunner === undefined) throw new Error('A transaction without a connection');
  return tx.queryRunner;
}
