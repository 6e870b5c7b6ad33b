import { Column, Index, PrimaryColumn, type ColumnOptions } from 'typeorm';
import { plainDecimal } from '../domain/decimal-string';

/** First column of every primary key, so that the rows of an organization are adjacent. */
export const OrganizationId = (): PropertyDecorator => PrimaryColumn({ type: 'uuid' });

/** Second column of every primary key: a UUIDv7 that the application generates. */
export const Id = (): PropertyDecorator => PrimaryColumn({ type: 'uuid' });

/**
 * Version of the row, for ETags (docs/api.md#versions): 1, and one more after each update. Only the trigger of the table
 * changes it, so updates by SQL count as well.
 */
export const RowVersion = (): PropertyDecorator =>
  Column({ type: 'integer', default: 1, insert: false, update: false });

/** An instant with the millisecond precision of the wire format. */
export const Timestamp = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'timestamptz', precision: 3, ...options });

export const OptionalTimestamp = (options: ColumnOptions = {}): PropertyDecorator =>
  Timestamp({ ...options, nullable: true });

/** An amount in the minor unit of a currency: bigint in the database and in the code. */
export const AmountCents = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({
    type: 'bigint',
    transformer: {
      to: (value: bigint | null | undefined) => value?.toString() ?? value,
      from: (value: string | null) => (value === null ? null : BigInt(value)),
    },
    ...options,
  });

/** An exact decimal with `precision` digits and `scale` decimal places; a plain decimal string in the code. */
export const DecimalNumber = (precision: number, scale: number): PropertyDecorator =>
  Column({
    type: 'numeric',
    precision,
    scale,
    // PostgreSQL pads decimals to the scale, such as 20.0000; plainDecimal removes the zeros.
    transformer: { to: (value: unknown) => value, from: (value: string) => plainDecimal(value) },
  });

/** Like `DecimalNumber`, or null. */
export const OptionalDecimalNumber = (precision: number, scale: number): PropertyDecorator =>
  Column({
    type: 'numeric',
    precision,
    scale,
    nullable: true,
    transformer: {
      to: (value: unknown) => value,
      from: (value: string | null) => (value === null ? null : plainDecimal(value)),
    },
  });

/** Declares an index that a migration has built for the search, because TypeORM cannot describe its expression. */
export const SearchIndex = (name: string): ClassDecorator & PropertyDecorator =>
  Index(name, { synchronize: false });
