import { DefaultNamingStrategy } from 'typeorm';

const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** Names columns in snake_case, like the wire format. Tables are named in @Entity. */
export class SnakeNamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string): string {
    return customName === '' || (customName as string | undefined) === undefined
      ? snake(propertyName)
      : customName;
  }

  override primaryKeyName(table: string | { name: string }): string {
    return `${typeof table === 'string' ? table : table.name}_pkey`;
  }
}
