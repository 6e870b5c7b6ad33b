import { Column, PrimaryColumn, type ColumnOptions } from 'typeorm';
import { plainDecimal } from '../domain/decimal-string';

/** First half of every primary key: rows of one organization lie together and never meet another's. */
export const OrganizationId = (): PropertyDecorator => PrimaryColumn({ type: 'uuid' });

/** Second half of every primary key: a UUIDv7 made by the application. */
export const Id = (): PropertyDecorator => PrimaryColumn({ type: 'uuid' });

/** An instant, kept with the milliseconds that the wire format shows. */
export const Timestamp = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'timestamptz', precision: 3, ...options });

/** An instant that may be absent. */
export const OptionalTimestamp = (): PropertyDecorator => Timestamp({ nullable: true });

/** An amount in a currency's minor unit, never a float: bigint in the database and in the code. */
export const AmountCents = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({
    type: 'bigint',
    transformer: {
      to: (value: bigint | null | undefined) => value?.toString() ?? value,
      from: (value: string | null) => (value === null ? null : BigInt(value)),
    },
    ...options,
  });

/** An exact decimal of `precision` digits, `scale` of them after the point: a plain decimal string in the code. */
export const DecimalNumber = (precision: number, scale: number): PropertyDecorator =>
  Column({
    type: 'numeric',
    precision,
    scale,
    // PostgreSQL answers all digits of the scale: 20.0000.
    transformer: { to: (value: unknown) => value, from: (value: string) => plainDecimal(value) },
  });
