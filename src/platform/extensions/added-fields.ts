import type { FactoryProvider, Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import type { Transaction } from '../database/caller';
import { extend, extensionPoint, type ExtensionPoint, type Registration } from './extension-point';

/** Extension of the schema of a field that examples of requests leave out: their keys may lack its scope. */
export const ADDED_FIELD_EXTENSION = 'x-added-field';

const PROPERTY = 'swagger/apiModelProperties';

type Class = abstract new (...args: never[]) => object;
/** Fields of one resource, by their names. */
export type Fields = Readonly<Record<string, unknown>>;

/** Fields of a resource that another module keeps (docs/extending.md#fields-of-other-modules). */
export interface AddedFields {
  /** What the API key needs besides the scope of the route to set one of the fields. */
  readonly writeScope: string;
  /** Returns all fields of each of the resources: one read for a page of them, whatever their number. */
  valuesOf(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Fields>>;
  /** Keeps others from changing the fields of a resource until the transaction ends. Called before its row is locked. */
  lock(tx: Transaction, organizationId: string, id: string): Promise<void>;
  /** Sets the fields that a request has, in the transaction of its use case, once the row of the resource is written. */
  set(tx: Transaction, resource: ChangedResource, fields: Fields): Promise<void>;
}

/** The resource whose fields a request sets. */
export interface ChangedResource {
  readonly organizationId: string;
  readonly id: string;
  /** Whether the request creates it. */
  readonly isNew: boolean;
}

/** How a field is declared in requests and in responses: by the decorators of `platform/http/fields`. */
export interface FieldDeclaration {
  /** Validates; it must be optional. */
  readonly request: PropertyDecorator;
  readonly response: PropertyDecorator;
}

/** The classes of a resource whose fields other modules extend; subclasses before what they extend. */
interface ResourceClasses {
  readonly requests: readonly Class[];
  readonly responses: readonly Class[];
}

/** A point where modules add fields to a resource. */
export interface FieldsPoint extends ExtensionPoint<AddedFields>, ResourceClasses {}

const points = new Map<Class, FieldsPoint>();
/** For each class of extensions, a class with its fields as requests have them. */
const declared = new WeakMap<object, { names: readonly string[]; input: Type<object> }>();

/** Declares the point of a resource. Its fields are in whatever documents one of these classes as its response. */
export function fieldsPoint(name: string, classes: ResourceClasses): FieldsPoint {
  const point: FieldsPoint = { ...extensionPoint<AddedFields>(name), ...classes };
  for (const response of classes.responses) points.set(response, point);
  return point;
}

/** Returns the point of the resource that a class describes as a response; undefined if there is none. */
export const fieldsPointOf = (response: Class): FieldsPoint | undefined => points.get(response);

/**
 * Adds fields to the classes of a resource, and registers `extension`, a provider of the same module, that keeps them.
 * Belongs in the `providers` of a module, like `extend()`.
 *
 * @throws Error for a field that the resource has already
 */
export function addFields(
  point: FieldsPoint,
  extension: Type<AddedFields>,
  fields: Readonly<Record<string, FieldDeclaration>>,
): FactoryProvider<Registration> {
  class Input {}
  for (const [name, { request, response }] of Object.entries(fields)) {
    for (const it of point.requests) declare(it, name, request);
    for (const it of point.requests) leaveOutOfExamples(it, name);
    for (const it of point.responses) declare(it, name, response);
    request(Input.prototype, name);
  }
  declared.set(extension, { names: Object.keys(fields), input: Input });
  return extend(point, extension);
}

/** Returns the names of the fields of an extension. */
export const addedFieldNames = (extension: AddedFields): readonly string[] =>
  declared.get(extension.constructor)?.names ?? [];

/** Returns what a body sets of the fields of an extension, as a use case gets it; null if it sets none. */
export function addedFieldsIn(extension: AddedFields, body: object): Fields | null {
  const known = declared.get(extension.constructor);
  const given = Object.entries(body).filter(([name]) => known?.names.includes(name));
  if (known === undefined || given.length === 0) return null;
  return { ...plainToInstance(known.input, Object.fromEntries(given)) };
}

function declare({ prototype }: Class, name: string, decorator: PropertyDecorator): void {
  if (Reflect.hasMetadata(PROPERTY, prototype as object, name)) {
    throw new Error(`The resource has a field "${name}" already`);
  }
  decorator(prototype as object, name);
}

function leaveOutOfExamples({ prototype }: Class, name: string): void {
  const added = { required: false, [ADDED_FIELD_EXTENSION]: true };
  ApiProperty(added)(prototype as object, name);
}
